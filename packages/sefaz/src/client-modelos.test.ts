import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createSefazClient, type SefazClient } from "./client.ts";
import { chaveDe, protOf, retConsSitOf, TRANSPORTES } from "./tests/familias.ts";
import { asA1, createAutoridade, createEcnpj, createServidor } from "./tests/pki.ts";
import { chaveOf, inEnvelope } from "./tests/respostas.ts";
import { type Papel, type SefazDeTeste, startSefaz } from "./tests/sefaz.ts";

const raiz = createAutoridade("AC RAIZ INVENTADA");
const certificado = asA1(createEcnpj("MERCADO INVENTADO", raiz));
const chave = chaveOf(1);

let sefaz: SefazDeTeste;
const clientes: SefazClient[] = [];

beforeAll(async () => {
  sefaz = await startSefaz(createServidor(raiz), raiz);
});
afterEach(() => {
  for (const cliente of clientes.splice(0)) cliente.close();
});
afterAll(() => sefaz.stop());

function open(): SefazClient {
  const cliente = createSefazClient({ certificado, ancoras: [raiz.certificadoPem], simulador: sefaz.url });
  clientes.push(cliente);
  return cliente;
}

function xml(corpo: string): Papel {
  return (res) => res.writeHead(200, { "content-type": "application/soap+xml; charset=utf-8" }).end(corpo);
}

describe("a question", () => {
  test("about the service of CT-e and MDF-e goes to whom answers for them, contingency too", async () => {
    const ret = (sufixo: string) =>
      inEnvelope(`<retConsStatServ${sufixo}><cStat>107</cStat></retConsStatServ${sufixo}>`);
    const cliente = open();
    sefaz.play(xml(ret("CTe")));
    await cliente.statusServico({ modelo: "57", cUF: "26" }, "1");
    await cliente.statusServico({ modelo: "67", cUF: "26", tpEmis: "7" }, "1");
    sefaz.play(xml(ret("MDFe")));
    await cliente.statusServico({ modelo: "58", cUF: "35" }, "1");
    expect(sefaz.chegadas.slice(-3).map((uma) => uma.path)).toEqual([
      "/SVSP/57/CTeStatusServicoV4",
      "/SVC-RS/67/CTeStatusServicoV4",
      "/SVRS/58/MDFeStatusServico",
    ]);
  });

  test.each(TRANSPORTES)("about a %s (modelo %s) is answered", async (_nome, modelo, familia) => {
    const sua = chaveDe(modelo);
    sefaz.play(
      xml(inEnvelope(retConsSitOf({ familia, chave: sua, dentro: protOf({ familia, chave: sua }) }))),
    );
    expect(await open().consultarProtocolo(sua, "1")).toMatchObject({ kind: "documento", cStat: "100" });
    expect(sefaz.chegadas.at(-1)?.path).toBe(
      familia === "mdfe" ? "/SVRS/58/MDFeConsulta" : `/SP/${modelo}/CTeConsultaV4`,
    );
  });

  test.each([
    ["NFe", "/AN/55/NFeDistribuicaoDFe"],
    ["CTe", "/AN/57/CTeDistribuicaoDFe"],
  ] as const)("to the distribuição of %s goes to the Ambiente Nacional", async (distribuidor, path) => {
    const zip = gzipSync("<resNFe/>").toString("base64");
    const docZip = `<docZip NSU="000000000000001" schema="resNFe_v1.01.xsd">${zip}</docZip>`;
    sefaz.play(
      xml(
        inEnvelope(
          `<retDistDFeInt><tpAmb>1</tpAmb><cStat>138</cStat><loteDistDFeInt>${docZip}</loteDistDFeInt></retDistDFeInt>`,
        ),
      ),
    );
    const por = { kind: "ultimo", ultNSU: "0" } as const;
    const pedido = {
      distribuidor,
      ambiente: "1",
      cUFAutor: "35",
      interessado: "11222333000181",
      por,
    } as const;
    const { documentos } = await open().distribuirDFe(pedido);
    expect(documentos.map(({ xml: lido }) => Buffer.from(lido ?? []).toString())).toEqual(["<resNFe/>"]);
    expect(sefaz.chegadas.at(-1)).toMatchObject({ path, cliente: "MERCADO INVENTADO" });
  });

  test("may be larger in a lote of documents than in the answer about one", async () => {
    const cinco = " ".repeat(5 * 1024 * 1024);
    const por = { kind: "ultimo", ultNSU: "0" } as const;
    const pedido = {
      distribuidor: "NFe",
      ambiente: "1",
      cUFAutor: "35",
      interessado: "11222333000181",
      por,
    } as const;
    sefaz.play(xml(inEnvelope(`<retDistDFeInt><tpAmb>1</tpAmb><cStat>137</cStat>${cinco}</retDistDFeInt>`)));
    expect(await open().distribuirDFe(pedido)).toMatchObject({ cStat: "137" });
    sefaz.play(xml(cinco));
    await expect(open().consultarProtocolo(chave, "1")).rejects.toMatchObject({
      causa: "resposta-grande-demais",
    });
  });

  test("is an evento: signed by us, sent, and the same when it is sent again", async () => {
    const evento = {
      chave,
      ambiente: "1",
      autor: "11222333000181",
      tpEvento: "210210",
      nSeqEvento: 1,
      dhEvento: "2026-11-20T09:30:00-03:00",
    } as const;
    const inf = `<infEvento><tpAmb>1</tpAmb><cStat>135</cStat><chNFe>${chave}</chNFe><nProt>891260000000007</nProt></infEvento>`;
    const ret = `<retEnvEvento><cStat>128</cStat><retEvento versao="1.00">${inf}</retEvento></retEnvEvento>`;
    sefaz.play(xml(inEnvelope(ret)));
    const cliente = open();
    const pronto = await cliente.assinarEvento(evento);
    for (const cada of [evento, pronto, pronto])
      expect(await cliente.enviarEvento(cada)).toMatchObject({
        kind: "evento",
        protocolo: "891260000000007",
      });
    const enviados = sefaz.chegadas.slice(-3);
    expect(enviados.map(({ path }) => path)).toEqual(Array(3).fill("/AN/55/NFeRecepcaoEvento4"));
    expect(new Set(enviados.map(({ corpo }) => corpo)).size).toBe(1);
    expect(enviados[0]?.corpo).toContain(Buffer.from(pronto.xml).toString());
  });

  test("is a desacordo, which goes to the UF of the CT-e", async () => {
    const evento = {
      chave: chaveDe("57"),
      ambiente: "2",
      autor: "11222333000181",
      tpEvento: "610110",
      nSeqEvento: 1,
      dhEvento: "2026-11-20T09:30:00-03:00",
      justificativa: "Não contratei este frete",
    } as const;
    sefaz.play(xml(inEnvelope("<retEventoCTe><infEvento><cStat>108</cStat></infEvento></retEventoCTe>")));
    expect(await open().enviarEvento(evento)).toMatchObject({ kind: "servico", retryAfterMs: 300_000 });
    expect(sefaz.chegadas.at(-1)?.path).toBe("/SP/57/CTeRecepcaoEventoV4");
    const nfce = open().enviarEvento({ ...evento, chave: chaveOf(1, { modelo: "65" }), tpEvento: "210210" });
    await expect(nfce).rejects.toThrow(RangeError);
  });
});
