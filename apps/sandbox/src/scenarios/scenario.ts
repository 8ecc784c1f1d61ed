import type { ScenarioEnvironment } from "./environment.ts";

/** A named situation that can be played repeatedly; each time it creates new documents. */
export type Scenario = {
  nome: string;
  titulo: string;
  /** One line for the console. */
  descricao: string;
  /** Returns the access keys of the created documents, in order of arrival. */
  play(environment: ScenarioEnvironment): Promise<string[]>;
};
