import { randomInt } from "node:crypto";
import { cnpjCheckDigits } from "@malote/syntax";
import { newId } from "../../../src/db/index.ts";
import { createToken, hashToken } from "../../../src/secrets/token.ts";
import type { TestContext } from "../../setup/context.ts";
import { inventChave } from "../../setup/invent-notas.ts";
import { type ContaFixture, openContaFixture, writeEvento } from "../../setup/nota-copies.ts";
import {
  addEmail,
  addFiles,
  addSefazData,
  addUsers,
  type EntityIds,
  type FilledEmpresa,
} from "./replay-rows.ts";

export type ReplayConta = {
  contaId: string;
  identificador: string;
  manager: string;
  setup: ContaFixture;
  filledEmpresas: FilledEmpresa[];
};

const word = (): string => Array.from({ length: 12 }, () => String.fromCharCode(97 + randomInt(26))).join("");

function inventCnpj(): string {
  const base = `${randomInt(10_000_000, 99_999_999)}0001`;
  return base + cnpjCheckDigits(base);
}

/** Valid ids of nothing. */
export function inventIds(): EntityIds {
  const fornecedor = inventCnpj();
  const numero = randomInt(10_000_000, 99_999_999);
  return {
    empresa: newId(),
    cnpj: inventCnpj(),
    nota: newId(),
    quarentena: newId(),
    chave: inventChave(numero, { documento: fornecedor }),
    fornecedor,
    nameWord: word(),
    numero,
    evento: newId(),
    email: newId(),
    anexo: newId(),
    pdf: newId(),
    importacao: newId(),
    anexoErro: newId(),
    exportacao: newId(),
    repositorio: newId(),
    auditor: newId(),
    faltando: newId(),
    visao: newId(),
    lote: newId(),
    caixa: newId(),
    userWord: word(),
    usuario: newId(),
    invited: newId(),
    sessao: newId(),
    apiToken: newId(),
    webhook: newId(),
    entrega: newId(),
    newName: word(),
  };
}

/**
 * A conta with a manager and one empresa per `mark`, each with one of every entity. peopleMark: default
 * = the marca.
 */
export async function createReplayConta(
  t: TestContext,
  marks: readonly string[],
  peopleMark?: string,
): Promise<ReplayConta> {
  const setup = await openContaFixture(t);
  const { contaId, identificador } = setup;
  const { usuarioId: manager } = await t.createUsuario(contaId);
  const filledEmpresas: FilledEmpresa[] = [];
  for (const [n, mark] of marks.entries()) {
    const ids = inventIds();
    if (n === 0) {
      const values = [contaId, mark, ids.cnpj];
      const text = "UPDATE empresa SET nome = $2, cnpj = $3 WHERE conta_id = $1 RETURNING id";
      const [row] = await t.asOwner<{ id: string }>(text, values);
      ids.empresa = row?.id ?? "";
    } else {
      ids.empresa = (await t.createEmpresa(contaId, { cnpj: ids.cnpj, nome: mark })).empresaId;
    }
    const filled = { ids, mark, peopleMark: peopleMark ?? mark };
    await fillEmpresa(t, setup, filled);
    filledEmpresas.push(filled);
  }
  return { contaId, identificador, manager, setup, filledEmpresas };
}

async function fillEmpresa(t: TestContext, setup: ContaFixture, filled: FilledEmpresa): Promise<void> {
  const { ids, mark } = filled;
  const { contaId } = setup;
  const options = { veredito: "autentica" as const };
  const evento = writeEvento({ chave: ids.chave, tpEvento: "110110", autor: ids.fornecedor });
  const xmls = [writeXml(ids, mark), evento.replaceAll("Evento 110110", `${mark} evento`)] as const;
  await setup.receive(...xmls.map((xml): [string, typeof options] => [xml, options]));
  const one = async (text: string, values: unknown[] = [contaId, ids.chave]): Promise<string> => {
    const [row] = await t.asOwner<{ id: string }>(text, values);
    if (row === undefined) throw new Error(`no row for ${text}`);
    return row.id;
  };
  ids.nota = await one("SELECT id FROM nota WHERE conta_id = $1 AND chave = $2");
  ids.evento = await one("SELECT id FROM evento WHERE conta_id = $1 AND chave = $2");
  ids.email = await one(
    `SELECT a.email_id AS id FROM anexo a JOIN documento d ON d.conta_id = a.conta_id AND d.id = a.documento_id
     WHERE a.conta_id = $1 AND d.chave = $2 LIMIT 1`,
  );
  ids.anexo = await one("SELECT id FROM anexo WHERE conta_id = $1 AND email_id = $2 AND caminho = '1'", [
    contaId,
    ids.email,
  ]);
  for (const xml of xmls) await t.ctx.blobs.put(contaId, Buffer.from(xml));
  await addEmail(t, contaId, filled);
  await addFiles(t, contaId, filled);
  await addSefazData(t, contaId, filled);
  await addUsers(t, contaId, filled);
}

/** An NF-e of the empresa's supplier, with the mark in every text. */
export function writeXml(
  {
    chave,
    numero,
    fornecedor,
    cnpj,
    nameWord,
  }: Pick<EntityIds, "chave" | "numero" | "fornecedor" | "cnpj" | "nameWord">,
  mark: string,
): string {
  return (
    `<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><NFe><infNFe Id="NFe${chave}" versao="4.00"><ide><cUF>35</cUF><natOp>${mark} venda</natOp>` +
    `<mod>55</mod><serie>1</serie><nNF>${numero}</nNF><dhEmi>2026-10-15T09:00:00-03:00</dhEmi><tpNF>1</tpNF><tpAmb>1</tpAmb></ide>` +
    `<emit><CNPJ>${fornecedor}</CNPJ><xNome>${nameWord} ${mark}</xNome><enderEmit><UF>PR</UF></enderEmit></emit>` +
    `<dest><CNPJ>${cnpj}</CNPJ><xNome>${mark}</xNome><enderDest><UF>SP</UF></enderDest></dest>` +
    `<total><ICMSTot><vNF>4321.00</vNF></ICMSTot></total><infAdic><infCpl>${mark}</infCpl></infAdic></infNFe>` +
    `<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo><Reference><DigestValue>AAAA</DigestValue></Reference></SignedInfo></Signature>` +
    `</NFe><protNFe versao="4.00"><infProt><tpAmb>1</tpAmb><chNFe>${chave}</chNFe><dhRecbto>2026-10-15T09:01:00-03:00</dhRecbto><nProt>135260000000001</nProt>` +
    `<digVal>AAAA</digVal><cStat>100</cStat></infProt></protNFe></nfeProc>`
  );
}

/** The two tokens of a session: of the browser tab, and of the file cookie. */
export type SessionTokens = { token: string; fileToken: string };

/** Opens a session without a sign-in, and resets the throttle of failed sign-ins. */
export async function openSession(
  t: Pick<TestContext, "asOwner">,
  { contaId, usuarioId }: { contaId: string; usuarioId: string },
): Promise<SessionTokens> {
  const [id, token, fileToken] = [newId(), createToken(), createToken()];
  await t.asOwner(
    `WITH freio AS (DELETE FROM entrada_freio), uso AS (DELETE FROM limite_uso), aberta AS (
       INSERT INTO sessao (conta_id, id, usuario_id, arquivo_hash, criada_em, usada_em, expira_em)
       VALUES ($1, $2, $3, $4, now(), now(), now() + interval '8 hours'))
     INSERT INTO sessao_token (conta_id, token_hash, sessao_id, criado_em) VALUES ($1, $5, $2, now())`,
    [contaId, id, usuarioId, hashToken(fileToken), hashToken(token)],
  );
  return { token, fileToken };
}
