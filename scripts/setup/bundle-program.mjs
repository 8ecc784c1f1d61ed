// The program that build.mjs runs for each bundle: `node bundle-program.mjs PLAN`, the plan of bundle() as JSON. It ends, and
// esbuild's service with it.
import { bundle } from "./bundle.mjs";

await bundle(JSON.parse(process.argv[2] ?? ""));
