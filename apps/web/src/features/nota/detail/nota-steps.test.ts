import { expect, test } from "vitest";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { sampleNota } from "../tests/sample-nota.ts";
import { notaStepsOf } from "./nota-steps.ts";

const [EARLIER, LATER] = [new Date("2026-11-20T12:00:00Z"), new Date("2026-11-21T12:00:00Z")];

function originAt(recebidaEm: Date, importado: boolean): Nota["origens"][number] {
  return {
    ...{
      emailId: "e",
      anexoId: "a",
      nome: "nota.xml",
      assunto: "nota.xml",
      remetente: "",
      veredito: null,
      caminho: "1",
    },
    ...{ destino: "nota", importado, recebidaEm },
  };
}

const firstStepOf = (origens: Nota["origens"]): string | undefined =>
  notaStepsOf(sampleNota({ origens }), LATER, "America/Sao_Paulo")[0]?.titulo;

test("the trail says how the document arrived first: by e-mail, or as an imported file", () => {
  expect(firstStepOf([])).toBe("E-mail recebido");
  expect(firstStepOf([originAt(EARLIER, true)])).toBe("Arquivo importado");
  expect(firstStepOf([originAt(LATER, true), originAt(EARLIER, false)])).toBe("E-mail recebido");
  expect(firstStepOf([originAt(LATER, false), originAt(EARLIER, true)])).toBe("Arquivo importado");
});
