import { runReler } from "./run-reler.ts";

process.exitCode = await runReler(process.argv.slice(2), process);
