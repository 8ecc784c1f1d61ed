// `node scripts/vereditos.mjs`: writes docs/vereditos.md from the findings.
// A test fails while the page is outdated.
import fs from "node:fs";
import { tsImport } from "tsx/esm/api";
import { at } from "./setup/root.mjs";

const source = "../apps/server/src/commands/vereditos/write-vereditos.ts";
const { writeVereditos } = await tsImport(source, import.meta.url);
fs.writeFileSync(at("docs", "vereditos.md"), writeVereditos());
