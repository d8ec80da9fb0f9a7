// What is taken from a page. Runs in the page, so it may use nothing but its arguments.

export async function collect(part, picture) {
  const clip = { url: location.href, part, selection: "", html: document.documentElement.outerHTML };
  if (part === "bookmark") {
    clip.html = document.head.outerHTML;
  } else if (part === "selection") {
    const chosen = window.getSelection();
    const holder = document.createElement("div");
    for (let at = 0; at < (chosen ? chosen.rangeCount : 0); at += 1) {
      holder.append(chosen.getRangeAt(at).cloneContents());
    }
    clip.selection = holder.innerHTML;
    clip.html = document.head.outerHTML;
  } else if (part === "picture") {
    const image = document.createElement("img");
    image.alt = Array.from(document.images).find((one) => one.currentSrc === picture)?.alt || "";
    image.src = picture;
    try {
      const blob = await (await fetch(picture)).blob();
      image.src = await new Promise((resolve, reject) => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result);
        reader.onerror = reject;
        reader.readAsDataURL(blob);
      });
    } catch {
      // another site does not hand it over: its address stays
    }
    clip.part = "selection";
    clip.selection = image.outerHTML;
    clip.html = document.head.outerHTML;
  }
  return clip;
}
