import type { ResultOf } from "@malote/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../src/db/index.ts";
import { saveParts } from "../../src/services/capture/save-parts.ts";
import { publishNotas, rest } from "../api/send-rest.ts";
import { createExportServer, type ExportServer, exportList, readCsv } from "../setup/exportacao.ts";
import { inventChave } from "../setup/invent-notas.ts";
import { NOSSA, toReadDocument, writeCopy } from "../setup/nota-copies.ts";
import { type SignedInUser, signInNewUser } from "../setup/wire.ts";

type Nota = ResultOf<"Nota.getNota">["object"];

const SOLD_CHAVE = inventChave(77);

let wire: ExportServer;
let ana: SignedInUser;

beforeAll(async () => {
  wire = await createExportServer();
  ana = await signInNewUser(wire);
  await wire.createEmpresa(ana.contaId, { cnpj: NOSSA });
});
afterAll(() => wire.dispose());

/** Receives a nota with the given ide and item; returns it as the API does. */
async function receive(numero: number, { ide, det = "" }: { ide: string; det?: string }): Promise<Nota> {
  const item = `<det nItem="1"><prod><cProd>7</cProd><xProd>Farinha</xProd><vProd>100.00</vProd></prod>${det}</det><total>`;
  const xml = writeCopy({ numero }).replace("</ide>", `${ide}</ide>`).replace("<total>", item);
  const emailId = newId();
  await wire.asOwner(
    "INSERT INTO email (conta_id, id, sha256, data, recebida_em, tamanho, estado) VALUES ($1, $2, $3, now(), now(), 1, 'em-leitura')",
    [ana.contaId, emailId, emailId],
  );
  const parts = [await toReadDocument(xml, { caminho: "1" })];
  const now = wire.clock.now();
  await wire.ctx.database.withConta(ana.contaId, (db) =>
    saveParts(db, ana.contaId, { emailId, parts, last: true, now }),
  );
  const [row] = await wire.asOwner<{ id: string }>("SELECT id FROM nota WHERE chave = $1", [
    inventChave(numero),
  ]);
  return (await ana.call("Nota.getNota", { id: row?.id ?? "" })).object as Nota;
}

test("a devolução that references notas by item shows the same references as one that does so in its ide", async () => {
  const head = await receive(1, { ide: `<finNFe>4</finNFe><NFref><refNFe>${SOLD_CHAVE}</refNFe></NFref>` });
  const item = await receive(2, {
    ide: "<finNFe>4</finNFe>",
    det: `<DFeReferenciado><chaveAcesso>${SOLD_CHAVE}</chaveAcesso><nItem>3</nItem></DFeReferenciado>`,
  });
  expect(item.comercio?.referencias).toEqual([{ chaveAcesso: SOLD_CHAVE, descricao: null }]);
  expect(head.comercio?.referencias).toEqual(item.comercio?.referencias);
  expect(item.itens[0]?.referencia).toEqual({ chaveAcesso: SOLD_CHAVE, descricao: null, item: "3" });
  expect(head.itens[0]?.referencia).toBeNull();
});

test("a nota de débito shows its tipo and references in JSON-RPC, REST and CSV", async () => {
  const nota = await receive(3, {
    ide: "<finNFe>6</finNFe><tpNFDebito>06</tpNFDebito>",
    det: `<DFeReferenciado><chaveAcesso>${SOLD_CHAVE}</chaveAcesso></DFeReferenciado>`,
  });
  expect(nota).toMatchObject({ finalidade: "6", comercio: { tipoDebito: "06", tipoCredito: null } });
  await publishNotas(wire, ana.contaId, [nota.id]);
  const { status, body } = await rest(wire, ana, `GET /notas/${nota.id}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    finalidade: "6",
    comercio: { tipoDebito: "06", referencias: [{ chaveAcesso: SOLD_CHAVE }] },
    itens: [{ referencia: { chaveAcesso: SOLD_CHAVE, item: null } }],
  });
  const params = { entradaSaida: "E", searchFilter: { finalidade: "6" }, createFileType: "CSV" } as const;
  const { bytes } = await exportList(wire, ana, params);
  const [head = [], row = []] = readCsv(bytes);
  const cell = (titulo: string): string | undefined => row[head.indexOf(titulo)];
  expect(cell("Finalidade")).toBe("Nota de débito: Pagamento antecipado");
  expect(cell("Documentos referenciados")).toBe(SOLD_CHAVE);
});
