// `node scripts/docs.mjs api | vereditos`: writes docs/NAME.md from the code; `npm run api` writes the first.
// A test fails while the page is outdated.
import fs from "node:fs";
import { tsImport } from "tsx/esm/api";
import { CommandError } from "./setup/log.mjs";
import { at } from "./setup/root.mjs";

const COMMANDS = "../apps/server/src/commands";

/** @type {Record<string, () => Promise<string>>} name of a page → its text */
const PAGES = {
  async api() {
    /** @type {typeof import("../apps/server/src/commands/api/write-api.ts")} */
    const { writeApi } = await tsImport(`${COMMANDS}/api/write-api.ts`, import.meta.url);
    return writeApi();
  },
  async vereditos() {
    /** @type {typeof import("../apps/server/src/commands/vereditos/write-vereditos.ts")} */
    const { writeVereditos } = await tsImport(`${COMMANDS}/vereditos/write-vereditos.ts`, import.meta.url);
    return writeVereditos();
  },
};

const [name = ""] = process.argv.slice(2);
const write = PAGES[name];
if (!write) throw new CommandError(`Use: node scripts/docs.mjs ${Object.keys(PAGES).join(" | ")}`);
fs.writeFileSync(at("docs", `${name}.md`), await write());
