"""Make the fonts the app ships in `resources/fonts` out of Inter and JetBrains Mono.

The interface uses Inter as it is. The editor needs more air between its lines, and `QPlainTextEdit`
ignores any line height but the one the font itself asks for. So the editor faces are the same
outlines under another name, with taller vertical metrics: 25 px at 15 px for text, 23 px at 13.5 px
for code.

They also lose `calt`: contextual forms draw `->` as one arrow, and an editor shows what was typed.

Only needed when a face changes; the results are committed. On Debian:

    apt-get install fonts-inter fonts-jetbrains-mono
    pip install fonttools
    python packaging/build_fonts.py
"""

from __future__ import annotations

import argparse
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

OUT = Path(__file__).resolve().parent.parent / "resources" / "fonts"
INTER = Path("/usr/share/fonts/opentype/inter")
JETBRAINS = Path("/usr/share/fonts/truetype/jetbrains-mono")

UI_FACES = ("Regular", "Italic", "Medium", "SemiBold", "Bold")
WINDOWS = 3
UNICODE_BMP = 1
ENGLISH = 0x409


@dataclass(frozen=True)
class EditorFamily:
    """One family for the editor; ascent and descent are parts of an em."""

    name: str
    source: Path
    stem: str
    suffix: str
    faces: tuple[str, ...]
    ascent: float
    descent: float


# A hair under whole pixels at the design size (18 + 7 at 15, 16 + 7 at 14): some font engines round
# each part up, and Qt on Linux rounds the 13.5 px of code to 14.
FAMILIES = (
    EditorFamily(
        name="NoteBrain Text",
        source=INTER,
        stem="Inter",
        suffix="otf",
        faces=("Regular", "Italic", "SemiBold", "Bold", "BoldItalic"),
        ascent=17.998 / 15,
        descent=6.998 / 15,
    ),
    EditorFamily(
        name="NoteBrain Mono",
        source=JETBRAINS,
        stem="JetBrainsMono",
        suffix="ttf",
        faces=("Regular", "Bold"),
        ascent=15.998 / 14,
        descent=6.998 / 14,
    ),
)


def spaced(face: str) -> str:
    """Return the face's name as people write it: SemiBold -> Semi Bold."""
    return "".join(f" {c}" if c.isupper() and i else c for i, c in enumerate(face))


def rename(font: TTFont, family: str, face: str) -> None:
    """Give the font its own name, and drop the names that would still say the old one."""
    table = font["name"]
    postscript = f"{family.replace(' ', '')}-{face}"
    is_style_linked = face in {"Regular", "Italic", "Bold", "BoldItalic"}
    legacy_family = family if is_style_linked else f"{family} {spaced(face)}"
    legacy_style = spaced(face) if is_style_linked else "Regular"
    table.names = [n for n in table.names if n.nameID not in {3, 16, 17, 21, 22, 25}]
    names = {
        1: legacy_family,
        2: legacy_style,
        3: postscript,
        4: f"{family} {spaced(face)}",
        6: postscript,
    }
    if not is_style_linked:
        names |= {16: family, 17: spaced(face)}
    for name_id, text in names.items():
        table.removeNames(nameID=name_id)
        table.setName(text, name_id, WINDOWS, UNICODE_BMP, ENGLISH)
    if "CFF " in font:
        cff = font["CFF "].cff
        cff.fontNames = [postscript]
        cff.topDictIndex[0].FullName = f"{family} {spaced(face)}"
        cff.topDictIndex[0].FamilyName = family


def set_line(font: TTFont, ascent: float, descent: float) -> None:
    """Make a line `ascent + descent` em high, in all three places that platforms read."""
    unit = font["head"].unitsPerEm
    up, down = int(ascent * unit), int(descent * unit)
    hhea, os2 = font["hhea"], font["OS/2"]
    hhea.ascent, hhea.descent, hhea.lineGap = up, -down, 0
    os2.sTypoAscender, os2.sTypoDescender, os2.sTypoLineGap = up, -down, 0
    os2.usWinAscent, os2.usWinDescent = up, down


def drop_feature(font: TTFont, tag: str) -> None:
    """Take a feature out of every script, so that no program can switch it on."""
    table = font["GSUB"].table
    gone = {i for i, r in enumerate(table.FeatureList.FeatureRecord) if r.FeatureTag == tag}
    for script in table.ScriptList.ScriptRecord:
        systems = [s.LangSys for s in script.Script.LangSysRecord]
        for system in [script.Script.DefaultLangSys, *systems]:
            if system is not None:
                system.FeatureIndex = [i for i in system.FeatureIndex if i not in gone]
                system.FeatureCount = len(system.FeatureIndex)


def build(family: EditorFamily, face: str) -> Path:
    """Write one editor face and return where."""
    from fontTools.ttLib import TTFont

    source = family.source / f"{family.stem}-{face}.{family.suffix}"
    target = OUT / f"{family.name.replace(' ', '')}-{face}.{family.suffix}"
    font = TTFont(source, recalcTimestamp=False)
    rename(font, family.name, face)
    set_line(font, family.ascent, family.descent)
    drop_feature(font, "calt")
    if "DSIG" in font:
        del font["DSIG"]  # signs the outlines of the original file, not of this one
    font.save(target)
    return target


def main() -> int:
    """Build everything into resources/fonts."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    if not (INTER.is_dir() and JETBRAINS.is_dir()):
        print(
            "The source fonts are missing: apt-get install fonts-inter fonts-jetbrains-mono",
            file=sys.stderr,
        )
        return 1
    OUT.mkdir(parents=True, exist_ok=True)
    written = [Path(shutil.copy(INTER / f"Inter-{face}.otf", OUT)) for face in UI_FACES]
    written += [build(family, face) for family in FAMILIES for face in family.faces]
    for path in written:
        print(f"{path.stat().st_size // 1024:5} kB  {path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
