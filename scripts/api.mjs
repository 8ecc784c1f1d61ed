// `npm run api`: writes docs/api.md from the contract; a test says when that is due.
import fs from "node:fs";
import { tsImport } from "tsx/esm/api";
import { at } from "./setup/root.mjs";

const { writeApi } = await tsImport("../apps/server/src/commands/api/write-api.ts", import.meta.url);
fs.writeFileSync(at("docs", "api.md"), writeApi());
