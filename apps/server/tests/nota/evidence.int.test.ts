import type { ResultOf } from "@malote/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Fact } from "../../src/services/auditor/auditor.rules.ts";
import { saveAuditorFacts } from "../../src/services/auditor/save-auditor.ts";
import { inventChave } from "../setup/invent-notas.ts";
import { type ContaFixture, NOSSA, openContaFixture, writeCopy } from "../setup/nota-copies.ts";
import { createWire, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";

type Nota = ResultOf<"Nota.getNota">["object"];

let wire: Wire;
let setup: ContaFixture;
let ana: SignedInUser;

beforeAll(async () => {
  wire = await createWire();
});
afterAll(() => wire.dispose());
beforeEach(async () => {
  setup = await openContaFixture(wire);
  ana = await signInNewUser(wire, { conta: setup });
});

async function readNota(user = ana): Promise<Nota> {
  const { object } = await user.call("Nota.getNota", { id: (await setup.nota(1)).id });
  return object as Nota;
}

/** Everything that differs, as "field source". */
const differences = ({ evidencia }: Nota): string[] =>
  (evidencia?.campos ?? []).flatMap(({ campo, divergem }) => divergem.map((each) => `${campo} ${each}`));

/** SEFAZ's distribution names the document of number 1 with this value. */
async function report(valorTotal: string): Promise<void> {
  const fato: Fact = {
    tipo: "NFe",
    tipoNota: "NFe",
    chave: inventChave(1),
    ...{ tpEvento: "", nSeq: 0, autor: "", cSitNFe: 1, descEvento: "Autorização de uso" },
    dataEvento: new Date("2026-10-15T12:01:00Z"),
    dataEmissao: new Date("2026-10-15T12:00:00Z"),
    nomeEmitente: "Moinho Estrela-Guia S.A.",
    ...{ cnpjEmitente: "11444777000161", valorTotal, protocolo: null, digVal: null },
  };
  const source = {
    empresaId: null,
    origem: "distribuicao",
    esquema: "resNFe",
    nsu: "1",
    resumo: null,
  } as const;
  await wire.ctx.database.withConta(setup.contaId, async (db) => {
    await saveAuditorFacts(db, setup.contaId, { reported: [{ fato, ...source }], now: wire.clock.now() });
  });
}

const writeEmail = (assunto: string, corpo: string) =>
  wire.asOwner("UPDATE email SET assunto = $2, corpo_mensagem = $3 WHERE conta_id = $1", [
    setup.contaId,
    assunto,
    corpo,
  ]);

test("a nota shows what SEFAZ and the e-mail say, and each difference is a finding", async () => {
  await setup.receive([writeCopy({ valor: "100.00" })]);
  await report("100.00");
  await writeEmail("NF-e 1", "Segue a NF-e 1, no valor de R$ 100,00.");
  const agreed = await readNota();
  expect(differences(agreed)).toEqual([]);
  expect(agreed.evidencia?.campos.find(({ campo }) => campo === "valor")).toEqual({
    ...{ campo: "valor", xml: "100.00", sefaz: "100.00", email: "100.00", divergem: [] },
  });
  await writeEmail("NF-e 1", "Segue a NF-e 1, no valor de R$ 90,00.");
  await setup.applyAnswer({ numero: 1, cStat: "101" });
  const nota = await readNota();
  expect(differences(nota)).toEqual(["situacao sefaz", "valor email"]);
  expect(nota.achados.map(({ codigo }) => codigo)).toEqual(["email-dados-divergentes"]);
  expect(nota.veredito).toBe(agreed.veredito);
});

test("another value at SEFAZ is a finding, and the words of an e-mail with two documents say nothing", async () => {
  await setup.receive([writeCopy({ valor: "100.00" })], [writeCopy({ numero: 2 })]);
  await report("80.00");
  await writeEmail("NF-e 9", "no valor de R$ 5,00");
  const nota = await readNota();
  expect(differences(nota)).toEqual(["valor sefaz"]);
  expect(nota.evidencia?.emailId).toBeNull();
});

test("the words of an e-mail that a restricted user may not read are no evidence for this user", async () => {
  await setup.receive([writeCopy({ valor: "100.00" })]);
  await writeEmail("NF-e 1", "no valor de R$ 90,00");
  const { usuarioId, ...bia } = await signInNewUser(wire, {
    conta: setup,
    nomeUsuario: "bia",
    administrador: false,
  });
  await wire.asOwner("UPDATE usuario SET restrito = true WHERE id = $1", [usuarioId]);
  await wire.asOwner(
    "INSERT INTO usuario_empresa (conta_id, usuario_id, empresa_id) SELECT conta_id, $2, id FROM empresa WHERE conta_id = $1 AND cnpj = $3",
    [setup.contaId, usuarioId, NOSSA],
  );
  expect(differences(await readNota({ usuarioId, ...bia }))).toEqual(["valor email"]);
  // A part that could not be read may hold what this user may not see.
  await wire.asOwner("UPDATE email SET estado = 'em-leitura' WHERE conta_id = $1", [setup.contaId]);
  expect(differences(await readNota({ usuarioId, ...bia }))).toEqual([]);
  expect(differences(await readNota())).toEqual(["valor email"]);
});
