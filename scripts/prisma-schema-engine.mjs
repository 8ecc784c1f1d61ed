#!/usr/bin/env node
// Replaces Prisma's native schema engine, which is not on npm and which the CLI would download.
// Speaks the same JSON-RPC on stdio, with @prisma/schema-engine-wasm and the pg adapter.
// The CLI finds it by PRISMA_SCHEMA_ENGINE_BINARY (setup/build.mjs); `generate` only checks that it exists.
import { serve } from "./engine/serve.mjs";

await serve(process.argv.slice(2));
