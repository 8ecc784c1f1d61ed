// `npm run api`: writes docs/api.md from the contract; a test fails while the file is outdated.
import fs from "node:fs";
import { tsImport } from "tsx/esm/api";
import { at } from "./setup/root.mjs";

const { writeApi } = await tsImport("../apps/server/src/commands/api/write-api.ts", import.meta.url);
fs.writeFileSync(at("docs", "api.md"), writeApi());
