import { runConta } from "./run-conta.ts";

process.exitCode = await runConta(process.argv.slice(2), process);
