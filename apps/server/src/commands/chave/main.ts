import { runChave } from "./run-chave.ts";

process.exitCode = await runChave(process.argv.slice(2), process);
