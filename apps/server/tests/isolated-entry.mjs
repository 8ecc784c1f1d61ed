// A thread does not inherit the TypeScript loader of a test runner that has its own.
import { register } from "tsx/esm/api";

register();
await import("./isolated-entry.ts");
