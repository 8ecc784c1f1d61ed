export type { Relogio } from "./clock.ts";
export type { FalhaCorreio } from "./correio/pop3-server.ts";
export type { Correio, Sandbox, SandboxInfo } from "./sandbox.ts";
export { startSandbox } from "./sandbox.ts";
export type { NotaAutorizada, Palco } from "./scenarios/palco.ts";
export { UnknownCenarioError } from "./scenarios/scenarios.ts";
export type { FalhaSefaz } from "./sefaz/falhas.ts";
export { createZoo, type Exemplar, type Zoo } from "./zoo/zoo.ts";
