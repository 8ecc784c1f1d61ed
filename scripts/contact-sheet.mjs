// `npm run telas -- FOLDER`: one picture of every screen in four shapes (light and dark, 1440 and 390 px),
// from the screenshots that `SCREENSHOTS_DIR=FOLDER npm run test:full -- stories axe` takes. Writes
// docs/telas/folha.jpg.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";
import { runCommand } from "./run/command.mjs";
import { CommandError } from "./setup/log.mjs";
import { root } from "./setup/root.mjs";
import { findBrowser } from "./testing/browser.mjs";

const SHAPES = ["mesa-light", "mesa-dark", "fone-light", "fone-dark"];
const SHEET = path.join(root, "docs/telas/folha.jpg");
const SCREENS_PER_ROW = 4;
const WIDTH_PX = 2_600;
const QUALITY = 72;

await runCommand(async () => {
  const [folder] = process.argv.slice(2);
  if (!folder || !fs.existsSync(folder)) throw new CommandError("diga a pasta das imagens");
  const screens = screensOf(folder);
  if (screens.length === 0) throw new CommandError(`não há imagens em ${folder}`);
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage({ viewport: { width: WIDTH_PX, height: 800 } });
    const html = path.join(folder, "folha.html");
    fs.writeFileSync(html, sheetOf(screens));
    await page.goto(pathToFileURL(html).href, { waitUntil: "load" });
    await page.screenshot({ path: SHEET, type: "jpeg", quality: QUALITY, fullPage: true });
  } finally {
    await browser.close();
  }
  console.log(`${screens.length} telas em ${path.relative(root, SHEET)}`);
});

/** The screens with all four shapes. @param {string} folder @returns {string[]} */
function screensOf(folder) {
  const names = new Set(
    fs.readdirSync(folder).flatMap((file) => file.match(/^(.+)-mesa-light\.png$/)?.[1] ?? []),
  );
  return [...names].filter((name) =>
    SHAPES.every((shape) => fs.existsSync(path.join(folder, `${name}-${shape}.png`))),
  );
}

/** @param {string[]} screens @returns {string} HTML beside the pictures */
function sheetOf(screens) {
  const figures = screens.map((name) => {
    const pictures = SHAPES.map(
      (shape) => `<img src="${encodeURIComponent(`${name}-${shape}.png`)}" class="${shape}">`,
    );
    return `<figure><figcaption>${name}</figcaption><div>${pictures.join("")}</div></figure>`;
  });
  return `<!doctype html><meta charset="utf-8"><style>
    body { display: grid; grid-template-columns: repeat(${SCREENS_PER_ROW}, 1fr); gap: 20px; margin: 20px; background: #888; font: 15px sans-serif; color: #fff }
    figure { margin: 0 } div { display: grid; grid-template-columns: 3.47fr 1fr; gap: 4px; margin-top: 4px }
    img { width: 100%; aspect-ratio: 1440 / 900; object-fit: cover; object-position: top } .fone-light, .fone-dark { aspect-ratio: 390 / 844 }
    .mesa-light { grid-area: 1 / 1 } .mesa-dark { grid-area: 2 / 1 } .fone-light { grid-area: 1 / 2 } .fone-dark { grid-area: 2 / 2 }
  </style>${figures.join("")}`;
}
