import fs from "node:fs";

/** Loads the engine without Node's --experimental-wasm-modules. */
export async function loadEngine() {
  // @NOTE without this registry a panic ends the CLI with exit code 0 and no message
  globalThis.PRISMA_WASM_PANIC_REGISTRY = {
    set_message: (message) =>
      process.stderr.write(`${JSON.stringify({ level: "ERROR", fields: { message } })}\n`),
  };
  const glueUrl = import.meta.resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const glue = await import(glueUrl);
  const bytes = fs.readFileSync(new URL("./schema_engine_bg.wasm", glueUrl));
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": glue });
  const { exports } = /** @type {any} */ (instance);
  glue.__wbg_set_wasm(exports);
  exports.__wbindgen_start();
  return glue.SchemaEngine;
}
