#!/usr/bin/env node
// Stands in for Prisma's native schema engine, which npm does not carry and the CLI would download.
// Speaks the same JSON-RPC on stdio, on top of @prisma/schema-engine-wasm and the pg adapter.
// The CLI finds it through PRISMA_SCHEMA_ENGINE_BINARY (setup/build.mjs); `generate` only checks that it exists.
import { serve } from "./engine/serve.mjs";

await serve(process.argv.slice(2));
