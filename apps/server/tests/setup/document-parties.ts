import { cnpjCheckDigits } from "@malote/syntax";
import { reassignNotas } from "../../src/services/reassign/reassign-notas.ts";
import { inventChave } from "./invent-notas.ts";
import { type ContaFixture, openContaFixture } from "./nota-copies.ts";
import { type SignedInUser, signInNewUser, type Wire } from "./wire.ts";

const letterOf = (n: number) => String.fromCharCode(65 + (n % 26));

/** The nth invented CNPJ; every third has letters. */
export function inventCnpj(n: number): string {
  const numero = String(n).padStart(4, "0");
  const base = n % 3 === 0 ? `1${letterOf(n)}${letterOf(n + 7)}${numero}20001` : `31${numero}220001`;
  return base + cnpjCheckDigits(base);
}

/** The parties of a document, by the number of their CNPJ. */
export type Parties = {
  numero: number;
  emit: number;
  dest?: number;
  valor?: string;
  digVal?: string;
  dhEmi?: string;
  /** More elements of the layout, after the parties above. */
  rest?: string;
};
export type CteParties = Parties & {
  rem: number;
  exped?: number;
  receb?: number;
  tomador: "rem" | "exped" | "receb" | "dest";
};

const DH_EMI = "2026-10-15T09:00:00-03:00";
const writeParty = (tag: string, ender: string, n: number | undefined) =>
  n === undefined
    ? ""
    : `<${tag}><CNPJ>${inventCnpj(n)}</CNPJ><xNome>Parte ${n}</xNome><${ender}><UF>${n % 2 ? "SP" : "PR"}</UF></${ender}></${tag}>`;

/** An unsigned NF-e. */
export function writeNfe({
  numero,
  emit,
  dest,
  valor = "100.00",
  digVal = "AAAA",
  dhEmi = DH_EMI,
  rest = "",
}: Parties): string {
  const chave = inventChave(numero, { documento: inventCnpj(emit) });
  return (
    `<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><NFe><infNFe Id="NFe${chave}" versao="4.00"><ide><cUF>35</cUF><mod>55</mod><serie>1</serie>` +
    `<nNF>${numero}</nNF><dhEmi>${dhEmi}</dhEmi><tpNF>1</tpNF><tpAmb>1</tpAmb></ide>${writeParty("emit", "enderEmit", emit)}${writeParty("dest", "enderDest", dest)}` +
    `<total><ICMSTot><vNF>${valor}</vNF></ICMSTot></total>${rest}</infNFe>` +
    `<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo><Reference><DigestValue>${digVal}</DigestValue></Reference></SignedInfo></Signature></NFe></nfeProc>`
  );
}

const TOMA = { rem: 0, exped: 1, receb: 2, dest: 3 } as const;

/** An unsigned CT-e. */
export function writeCte({
  numero,
  emit,
  rem,
  exped,
  receb,
  dest,
  tomador,
  valor = "50.00",
  dhEmi = DH_EMI,
}: CteParties): string {
  const chave = inventChave(numero, { modelo: "57", documento: inventCnpj(emit) });
  const parties = [
    writeParty("emit", "enderEmit", emit),
    writeParty("rem", "enderReme", rem),
    writeParty("exped", "enderExped", exped),
    writeParty("receb", "enderReceb", receb),
    writeParty("dest", "enderDest", dest),
  ];
  return (
    `<cteProc xmlns="http://www.portalfiscal.inf.br/cte" versao="4.00"><CTe><infCte Id="CTe${chave}" versao="4.00"><ide><cUF>35</cUF><mod>57</mod><serie>1</serie>` +
    `<nCT>${numero}</nCT><dhEmi>${dhEmi}</dhEmi><tpAmb>1</tpAmb><UFIni>SP</UFIni><UFFim>PR</UFFim><modal>01</modal><toma3><toma>${TOMA[tomador]}</toma></toma3></ide>` +
    `${parties.join("")}<vPrest><vTPrest>${valor}</vTPrest></vPrest></infCte></CTe></cteProc>`
  );
}

/** An unsigned MDF-e. */
export function writeMdfe({
  numero,
  emit,
  valor = "70.00",
  dhEmi = DH_EMI,
  rest = "",
}: Omit<Parties, "dest">): string {
  const chave = inventChave(numero, { modelo: "58", documento: inventCnpj(emit) });
  return (
    `<mdfeProc xmlns="http://www.portalfiscal.inf.br/mdfe" versao="3.00"><MDFe><infMDFe Id="MDFe${chave}" versao="3.00"><ide><cUF>35</cUF><tpAmb>1</tpAmb><mod>58</mod><serie>1</serie>` +
    `<nMDF>${numero}</nMDF><modal>1</modal><dhEmi>${dhEmi}</dhEmi><UFIni>SP</UFIni><UFFim>PR</UFFim></ide>${writeParty("emit", "enderEmit", emit)}` +
    `<tot><vCarga>${valor}</vCarga></tot>${rest}</infMDFe></MDFe></mdfeProc>`
  );
}

/** A conta without companies; its owner creates them. */
export type EmpresaFixture = ContaFixture & {
  ana: SignedInUser;
  /** Saves a company with the nth CNPJ; returns its id. */
  add(n: number): Promise<string>;
  /** Deletes it; returns whether that was allowed. */
  remove(id: string): Promise<boolean>;
  /** Runs the due jobs for companies until none is left; returns how many ran. */
  settle(o?: { pageViews?: number }): Promise<number>;
  /** Every view without its ids. */
  listViews(): Promise<Record<string, unknown>[]>;
  /** The rollups as stored, and as a recount of the notas gives them. */
  recount(): Promise<{ dia: [unknown[], unknown[]]; uf: [unknown[], unknown[]] }>;
};

export async function openEmpresaFixture(wire: Wire): Promise<EmpresaFixture> {
  const fixture = await openContaFixture(wire);
  await wire.asOwner("DELETE FROM empresa WHERE conta_id = $1", [fixture.contaId]);
  const ana = await signInNewUser(wire, { conta: fixture });
  return {
    ...fixture,
    ana,
    add: async (n) => {
      const empresa = {
        nome: `Empresa ${n}`,
        cnpj: inventCnpj(n),
        ativarAuditor: false,
        ativarManifestacao: false,
      };
      const { object, mensagem } = await ana.call("Empresa.saveEmpresa", { empresa });
      if (object === null) throw new Error(`not saved: ${mensagem}`);
      return (object as { id: string }).id;
    },
    remove: async (id) => (await ana.call("Empresa.deleteEmpresa", { id })).sucesso,
    settle: (o = {}) => settle(wire, fixture.contaId, o),
    listViews: () => findViews(wire, fixture.contaId),
    recount: () => recount(wire, fixture.contaId),
  };
}

async function settle(wire: Wire, contaId: string, o: { pageViews?: number }): Promise<number> {
  for (let total = 0; ; ) {
    const due = await wire.asOwner<{ alvo: string }>(
      "UPDATE tarefa SET estado = 'feita' WHERE conta_id = $1 AND tipo = 'empresa' AND estado = 'pendente' RETURNING alvo",
      [contaId],
    );
    if (due.length === 0) return total;
    total += due.length;
    for (const { alvo } of due) await reassignNotas(wire.ctx, { contaId, alvo, ...o });
  }
}

async function findViews(wire: Wire, contaId: string) {
  return await wire.asOwner<Record<string, unknown>>(
    `SELECT n.chave, n.papel, n.terceiros, e.cnpj, d.sha256, n.quarentena, n.nome_emitente, n.uf_destinatario, n.valor_total
     FROM nota n JOIN documento d ON d.conta_id = n.conta_id AND d.id = n.documento_id LEFT JOIN empresa e ON e.conta_id = n.conta_id AND e.id = n.empresa_id
     WHERE n.conta_id = $1 ORDER BY n.chave, n.papel`,
    [contaId],
  );
}

const IS_PUBLISHED = "n.conta_id = $1 AND NOT n.quarentena AND NOT n.terceiros";

async function recount(wire: Wire, contaId: string) {
  const both = async (rollup: string, notas: string): Promise<[unknown[], unknown[]]> => [
    await wire.asOwner(rollup, [contaId]),
    await wire.asOwner(notas, [contaId]),
  ];
  return {
    dia: await both(
      `SELECT dia::text, papel, tipo_nota, empresa_id, quantidade::text AS n, valor::text AS v FROM rollup_dia
       WHERE conta_id = $1 AND (quantidade <> 0 OR valor <> 0) ORDER BY 1, 2, 3, 4`,
      `SELECT dia_emissao::text AS dia, papel, tipo_nota, empresa_id, count(*)::text AS n, sum(valor_total)::text AS v FROM nota n
       WHERE ${IS_PUBLISHED} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
    ),
    uf: await both(
      `SELECT mes::text, papel, uf, tipo_nota, empresa_id, quantidade::text AS n, valor::text AS v FROM rollup_uf
       WHERE conta_id = $1 AND (quantidade <> 0 OR valor <> 0) ORDER BY 1, 2, 3, 4, 5`,
      `SELECT date_trunc('month', dia_emissao)::date::text AS mes, papel, coalesce(CASE papel WHEN 'E' THEN uf_emitente ELSE uf_destinatario END, '') AS uf,
         tipo_nota, empresa_id, count(*)::text AS n, sum(valor_total)::text AS v FROM nota n WHERE ${IS_PUBLISHED} GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`,
    ),
  };
}
