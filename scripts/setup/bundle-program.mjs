// Builds one bundle in a separate process: `node bundle-program.mjs PLAN`, the plan of bundle() as JSON.
// When the process ends, esbuild's service ends with it.
import { bundle } from "./bundle.mjs";

await bundle(JSON.parse(process.argv[2] ?? ""));
