import { describe, expect, test } from "vitest";
import type { ParsedEvento, Reading } from "../reading.ts";
import { bytesOf, EMISSAO, makeChave, makeEvento, RECEBIMENTO, wrapEvento } from "../tests/make-dfe.ts";
import { CTE_NS, MDFE_NS, makeChaveTransporte, TRANSPORTADORA } from "../tests/make-transport.ts";
import { CNPJ, CPF } from "../tests/trust.ts";
import { readDfe } from "./read-dfe.ts";

const NFE = 'xmlns="http://www.portalfiscal.inf.br/nfe"';
const FAMILIES = {
  cte: { ns: CTE_NS, sigla: "CTe", chave: makeChaveTransporte({ modelo: "57" }) },
  mdfe: { ns: MDFE_NS, sigla: "MDFe", chave: makeChaveTransporte({ modelo: "58" }) },
} as const;

function read(xml: string): Reading {
  return readDfe(bytesOf(xml));
}

function eventoOf(xml: string): ParsedEvento {
  const reading = read(xml);
  if (reading.kind !== "evento") throw new Error(JSON.stringify(reading));
  return reading.evento;
}

/** An evento of a CT-e or MDF-e, whose details are one level below detEvento. */
function makeEventoTransporte(family: "cte" | "mdfe", tpEvento: string, detail: string): string {
  const { ns, sigla, chave } = FAMILIES[family];
  return (
    `<evento${sigla} xmlns="${ns}" versao="4.00"><infEvento Id="ID${tpEvento}${chave}001"><cOrgao>35</cOrgao><tpAmb>1</tpAmb>` +
    `<CNPJ>${TRANSPORTADORA}</CNPJ><ch${sigla}>${chave}</ch${sigla}><dhEvento>${EMISSAO}</dhEvento><tpEvento>${tpEvento}</tpEvento>` +
    `<nSeqEvento>001</nSeqEvento><detEvento versaoEvento="4.00">${detail}</detEvento></infEvento></evento${sigla}>`
  );
}

function wrapEventoTransporte(family: "cte" | "mdfe", evento: string): string {
  const { ns, sigla, chave } = FAMILIES[family];
  const tpEvento = /<tpEvento>([^<]+)/.exec(evento)?.[1];
  return (
    `<procEvento${sigla} xmlns="${ns}" versao="4.00">${evento}<retEvento${sigla} versao="4.00"><infEvento><tpAmb>1</tpAmb><cStat>135</cStat>` +
    `<xMotivo>Evento registrado</xMotivo><ch${sigla}>${chave}</ch${sigla}><tpEvento>${tpEvento}</tpEvento><xEvento>Do registro</xEvento>` +
    `<nSeqEvento>1</nSeqEvento><dhRegEvento>${RECEBIMENTO}</dhRegEvento><nProt>135260000000003</nProt></infEvento></retEvento${sigla}></procEvento${sigla}>`
  );
}

describe("reading an evento of an NF-e", () => {
  const chave = makeChave({ cnpj: CNPJ });
  const evento = makeEvento({ chave, autor: CNPJ });

  test("an evento is read with SEFAZ's answer", () => {
    expect(read(wrapEvento(evento))).toEqual({
      kind: "evento",
      raiz: "procEventoNFe",
      evento: {
        chaveAcesso: chave,
        tpEvento: "110111",
        nSeqEvento: "1",
        descEvento: "Cancelamento",
        autor: CNPJ,
        dataEvento: EMISSAO,
        protocolo: "135260000000002",
        protocoloData: RECEBIMENTO,
        cStat: "135",
        xMotivo: "Evento registrado e vinculado a NF-e",
        justificativa: "Erro no pedido do cliente",
        ambiente: "1",
        defeitos: [],
      },
    });
  });

  test("an evento is found alone, in a batch of one, and in the answer to a query of its nota", () => {
    expect(read(evento)).toMatchObject({ evento: { protocolo: null, cStat: null } });
    const lote = `<envEvento ${NFE} versao="1.00"><idLote>1</idLote>${evento}</envEvento>`;
    expect(read(lote)).toMatchObject({ kind: "evento", raiz: "envEvento" });
    const consulta = `<retConsSitNFe ${NFE}><cStat>101</cStat>${wrapEvento(evento)}</retConsSitNFe>`;
    expect(read(consulta)).toMatchObject({ kind: "evento", raiz: "retConsSitNFe", evento: { cStat: "135" } });
  });

  test.each([
    [
      "110110",
      "Carta de Correcao",
      "<xCorrecao>Onde se lê A, leia-se B</xCorrecao>",
      "Onde se lê A, leia-se B",
    ],
    ["210200", "Confirmacao da Operacao", "", null],
    ["210210", "Ciencia da Operacao", "", null],
    ["210220", "Desconhecimento da Operacao", "", null],
    [
      "210240",
      "Operacao nao Realizada",
      "<xJust>Carga devolvida na porta</xJust>",
      "Carga devolvida na porta",
    ],
    ["110140", "EPEC", "<cOrgaoAutor>35</cOrgaoAutor><tpAutor>1</tpAutor>", null],
    [
      "110192",
      "Insucesso na Entrega da NF-e",
      "<xJustMotivo>Ninguém em casa</xJustMotivo>",
      "Ninguém em casa",
    ],
    ["112110", "Informação de efetivo pagamento integral", "<tpAutor>1</tpAutor>", null],
    [
      "211110",
      "Solicitação de Apropriação de crédito presumido",
      "<gCredPres><vBC>1</vBC></gCredPres>",
      null,
    ],
    ["412120", "Manifestação do Fisco", "", null],
    ["987654", "Evento que ainda não existe", "<novo><x>1</x></novo>", null],
  ])("an evento is read with type %s (%s)", (tpEvento, descEvento, rest, justificativa) => {
    const xml = makeEvento({ chave, autor: CNPJ, tpEvento, nSeq: "12" }).replace(
      /<descEvento>.*<\/xJust>/,
      `<descEvento>${descEvento}</descEvento>${rest}`,
    );
    expect(eventoOf(xml)).toMatchObject({ tpEvento, descEvento, nSeqEvento: "12", justificativa });
  });

  test("the autor of an evento may be a person with a CPF", () => {
    expect(eventoOf(makeEvento({ chave, autor: CPF })).autor).toBe(CPF);
  });

  test("an evento without a description takes that of its registration, or none", () => {
    const nameless = evento.replace(/<descEvento>.*?<\/descEvento>/, "");
    const registrado = wrapEvento(nameless).replace("<dhReg", "<xEvento>Registrado</xEvento><dhReg");
    expect(eventoOf(nameless).descEvento).toBe("");
    expect(eventoOf(registrado).descEvento).toBe("Registrado");
  });

  test.each([
    ["campo-ausente", "an author", `<CNPJ>${CNPJ}</CNPJ>`, ""],
    ["campo-ausente", "a key", /<chNFe>.*?<\/chNFe>/, ""],
    ["campo-invalido", "a type of six digits", "<tpEvento>110111", "<tpEvento>11011"],
    ["campo-invalido", "a number", "<nSeqEvento>1", "<nSeqEvento>um"],
    ["campo-invalido", "a date", EMISSAO, "ontem"],
  ])("an evento is unreadable: %s, without %s", (motivo, _what, from, to) => {
    const outcome = { kind: "ilegivel", motivo, raiz: "evento", modelo: "55", chaveAcesso: chave };
    expect(read(evento.replace(from, to))).toMatchObject(outcome);
  });
});

describe("reading an evento of a CT-e or MDF-e", () => {
  const { chave } = FAMILIES.cte;

  test("an evento of a CT-e is read one level deeper, with SEFAZ's answer", () => {
    const detail =
      "<evCancCTe><descEvento>Cancelamento</descEvento><nProt>1</nProt><xJust>Carga recusada no embarque</xJust></evCancCTe>";
    const evento = makeEventoTransporte("cte", "110111", detail);
    expect(read(wrapEventoTransporte("cte", evento))).toEqual({
      kind: "evento",
      raiz: "procEventoCTe",
      evento: {
        chaveAcesso: chave,
        tpEvento: "110111",
        nSeqEvento: "1",
        descEvento: "Cancelamento",
        autor: TRANSPORTADORA,
        dataEvento: EMISSAO,
        protocolo: "135260000000003",
        protocoloData: RECEBIMENTO,
        cStat: "135",
        xMotivo: "Evento registrado",
        justificativa: "Carga recusada no embarque",
        ambiente: "1",
        defeitos: [],
      },
    });
    expect(eventoOf(evento)).toMatchObject({ descEvento: "Cancelamento", protocolo: null });
  });

  test("a CC-e of a CT-e lists each corrected field by its layout name", () => {
    const correcao = (group: string, field: string, amount: string, item = ""): string =>
      `<infCorrecao><grupoAlterado>${group}</grupoAlterado><campoAlterado>${field}</campoAlterado><valorAlterado>${amount}</valorAlterado>${item}</infCorrecao>`;
    const item = "<nroItemAlterado>2</nroItemAlterado>";
    const detail = `<evCCeCTe><descEvento>Carta de Correcao</descEvento>${correcao("rem", "nro", "170")}${correcao("infQ", "qCarga", "10", item)}<xCondUso>…</xCondUso></evCCeCTe>`;
    expect(eventoOf(makeEventoTransporte("cte", "110110", detail))).toMatchObject({
      descEvento: "Carta de Correcao",
      justificativa: "rem/nro: 170; infQ[2]/qCarga: 10",
    });
  });

  test.each([
    [
      "cte",
      "610110",
      "evPrestDesacordo",
      "Prestacao do Servico em Desacordo",
      "<xObs>Chegou molhado</xObs>",
      "Chegou molhado",
    ],
    [
      "cte",
      "110113",
      "evEPECCTe",
      "EPEC",
      "<xJust>SEFAZ fora do ar</xJust><vTPrest>1.00</vTPrest>",
      "SEFAZ fora do ar",
    ],
    [
      "cte",
      "110160",
      "evRegMultimodal",
      "Registro Multimodal",
      "<xRegistro>Conhecimento aéreo</xRegistro>",
      "Conhecimento aéreo",
    ],
    ["mdfe", "110111", "evCancMDFe", "Cancelamento", "<xJust>Viagem cancelada</xJust>", "Viagem cancelada"],
    ["mdfe", "110112", "evEncMDFe", "Encerramento", "<dtEnc>2026-11-20</dtEnc><cUF>31</cUF>", null],
    ["mdfe", "110114", "evIncCondutorMDFe", "Inclusao Condutor", "<condutor><CPF>1</CPF></condutor>", null],
    ["mdfe", "999999", "evNovidade", "Ainda sem nome", "<x/>", null],
  ] as const)(
    "an evento of a %s is read with type %s in %s",
    (family, tpEvento, group, descEvento, rest, justificativa) => {
      const detail = `<${group}><descEvento>${descEvento}</descEvento>${rest}</${group}>`;
      const xml = wrapEventoTransporte(family, makeEventoTransporte(family, tpEvento, detail));
      const { chave: chaveAcesso } = FAMILIES[family];
      expect(eventoOf(xml)).toMatchObject({ chaveAcesso, tpEvento, descEvento, justificativa });
    },
  );

  test("an evento is read next to its answer in a wrapper without a namespace", () => {
    const evento = makeEventoTransporte(
      "cte",
      "110111",
      "<evCancCTe><descEvento>Cancelamento</descEvento></evCancCTe>",
    );
    const glued = wrapEventoTransporte("cte", evento)
      .replace(`<procEventoCTe xmlns="${CTE_NS}"`, "<procEventoCTe")
      .replace("<retEventoCTe ", `<retEventoCTe xmlns="${CTE_NS}" `);
    expect(eventoOf(glued)).toMatchObject({ chaveAcesso: chave, cStat: "135" });
    expect(read(glued.replace(evento, evento + evento))).toMatchObject({ motivo: "estrutura" });
  });
});
