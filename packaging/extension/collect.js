// What is taken from a page. Runs in the page, so it may use nothing but its arguments.

export async function collect(part, picture) {
  const clip = { url: location.href, part, selection: "", html: "" };
  let room = 12_000_000; // in bytes; the program takes 25 MB, and a picture grows by a third in text

  const held = async (address, types) => {
    const signal = AbortSignal.timeout(5_000);
    const blob = await (await fetch(address, { cache: "force-cache", signal })).blob();
    if (!types.test(blob.type) || blob.size > room) throw new Error("not taken along");
    room -= blob.size;
    return new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      reader.onerror = reject;
      reader.readAsDataURL(blob);
    });
  };

  // the pictures that are seen are put into the copy; those that another site does not hand over stay addresses
  const hold = async (image, seen) => {
    try {
      const data = await held(seen.currentSrc, /^image\/(png|jpeg|gif|webp)$/);
      for (const { name } of Array.from(image.attributes)) {
        if (!["alt", "title", "class", "width", "height"].includes(name)) image.removeAttribute(name);
      }
      image.src = data;
    } catch {
      // its address stays
    }
  };
  const withPictures = async (copy, seen) => {
    const images = Array.from(copy.querySelectorAll("img"), (image, at) => [image, seen[at]]);
    const wanted = images.filter(([, one]) => one?.naturalWidth >= 32).slice(0, 100);
    await Promise.all(wanted.map(([image, one]) => hold(image, one)));
    return copy;
  };

  if (part === "article" || part === "whole") {
    const copy = document.documentElement.cloneNode(true);
    clip.html = (await withPictures(copy, document.querySelectorAll("img"))).outerHTML;
  } else if (part === "bookmark") {
    clip.html = document.head.outerHTML;
  } else if (part === "selection") {
    const chosen = window.getSelection();
    const holder = document.createElement("div");
    for (let at = 0; at < (chosen ? chosen.rangeCount : 0); at += 1) {
      holder.append(chosen.getRangeAt(at).cloneContents());
    }
    const seen = Array.from(holder.querySelectorAll("img"), (image) =>
      Array.from(document.images).find((one) => one.src === image.src),
    );
    clip.selection = (await withPictures(holder, seen)).innerHTML;
    clip.html = document.head.outerHTML;
  } else if (part === "picture") {
    const image = document.createElement("img");
    image.alt = Array.from(document.images).find((one) => one.currentSrc === picture)?.alt || "";
    image.src = picture;
    try {
      image.src = await held(picture, /^image\//);
    } catch {
      // another site does not hand it over: its address stays
    }
    clip.part = "selection";
    clip.selection = image.outerHTML;
    clip.html = document.head.outerHTML;
  }
  return clip;
}
