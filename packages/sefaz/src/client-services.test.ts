import { gzipSync } from "node:zlib";
import { MINUTE_MS } from "@malote/syntax";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createSefazClient, type SefazClient } from "./client.ts";
import { chaveOfModelo, protOf, retConsSitOf, TRANSPORT_MODELOS } from "./tests/cte-mdfe-responses.ts";
import { chaveOf, inEnvelope } from "./tests/nfe-responses.ts";
import { asA1, createAuthority, createEcnpj, createServerCertificate } from "./tests/pki.ts";
import { type Responder, startSefaz, type TestSefaz } from "./tests/test-sefaz.ts";

const root = createAuthority("AC RAIZ INVENTADA");
const certificado = asA1(createEcnpj("MERCADO INVENTADO", root));
const chave = chaveOf(1);

let sefaz: TestSefaz;
const clients: SefazClient[] = [];

beforeAll(async () => {
  sefaz = await startSefaz(createServerCertificate(root), root);
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(() => sefaz.stop());

function open(): SefazClient {
  const client = createSefazClient({
    certificado,
    trustedCas: [root.certificadoPem],
    simulatorUrl: sefaz.url,
  });
  clients.push(client);
  return client;
}

function xml(body: string): Responder {
  return (res) => res.writeHead(200, { "content-type": "application/soap+xml; charset=utf-8" }).end(body);
}

describe("the services of the client", () => {
  test("the client sends a status request of CT-e or MDF-e to their authorizer, also in contingency", async () => {
    const ret = (suffix: string) =>
      inEnvelope(`<retConsStatServ${suffix}><cStat>107</cStat></retConsStatServ${suffix}>`);
    const client = open();
    sefaz.play(xml(ret("CTe")));
    await client.statusServico({ modelo: "57", cUF: "26" }, "1");
    await client.statusServico({ modelo: "67", cUF: "26", tpEmis: "7" }, "1");
    sefaz.play(xml(ret("MDFe")));
    await client.statusServico({ modelo: "58", cUF: "35" }, "1");
    expect(sefaz.received.slice(-3).map((one) => one.path)).toEqual([
      "/SVSP/57/CTeStatusServicoV4",
      "/SVC-RS/67/CTeStatusServicoV4",
      "/SVRS/58/MDFeStatusServico",
    ]);
  });

  test.each(TRANSPORT_MODELOS)("a consulta of a %s is read (modelo %s)", async (_name, modelo, family) => {
    const ownChave = chaveOfModelo(modelo);
    sefaz.play(
      xml(inEnvelope(retConsSitOf({ family, chave: ownChave, inner: protOf({ family, chave: ownChave }) }))),
    );
    expect(await open().consultarProtocolo(ownChave, "1")).toMatchObject({ kind: "documento", cStat: "100" });
    expect(sefaz.received.at(-1)?.path).toBe(
      family === "mdfe" ? "/SVRS/58/MDFeConsulta" : `/SP/${modelo}/CTeConsultaV4`,
    );
  });

  test.each([
    ["NFe", "/AN/55/NFeDistribuicaoDFe"],
    ["CTe", "/AN/57/CTeDistribuicaoDFe"],
  ] as const)(
    "the client sends a distribuição request of %s to the Ambiente Nacional",
    async (distribuidor, path) => {
      const zip = gzipSync("<resNFe/>").toString("base64");
      const docZip = `<docZip NSU="000000000000001" schema="resNFe_v1.01.xsd">${zip}</docZip>`;
      sefaz.play(
        xml(
          inEnvelope(
            `<retDistDFeInt><tpAmb>1</tpAmb><cStat>138</cStat><loteDistDFeInt>${docZip}</loteDistDFeInt></retDistDFeInt>`,
          ),
        ),
      );
      const by = { kind: "ultimo", ultNSU: "0" } as const;
      const request = {
        distribuidor,
        ambiente: "1",
        cUFAutor: "35",
        interessado: "11222333000181",
        by,
      } as const;
      const { documentos } = await open().distribuirDFe(request);
      expect(documentos.map(({ xml: parsed }) => Buffer.from(parsed ?? []).toString())).toEqual([
        "<resNFe/>",
      ]);
      expect(sefaz.received.at(-1)).toMatchObject({ path, clientName: "MERCADO INVENTADO" });
    },
  );

  test("the client accepts a larger response for a lote of distribuição than for one document", async () => {
    const fiveMegabytes = " ".repeat(5 * 1024 * 1024);
    const by = { kind: "ultimo", ultNSU: "0" } as const;
    const request = {
      distribuidor: "NFe",
      ambiente: "1",
      cUFAutor: "35",
      interessado: "11222333000181",
      by,
    } as const;
    sefaz.play(
      xml(inEnvelope(`<retDistDFeInt><tpAmb>1</tpAmb><cStat>137</cStat>${fiveMegabytes}</retDistDFeInt>`)),
    );
    expect(await open().distribuirDFe(request)).toMatchObject({ cStat: "137" });
    sefaz.play(xml(fiveMegabytes));
    await expect(open().consultarProtocolo(chave, "1")).rejects.toMatchObject({
      causa: "resposta-grande-demais",
    });
  });

  test("the client signs and sends an evento, and sends the same bytes again when asked to", async () => {
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
    const client = open();
    const signed = await client.assinarEvento(evento);
    for (const cada of [evento, signed, signed])
      expect(await client.enviarEvento(cada)).toMatchObject({
        kind: "evento",
        protocolo: "891260000000007",
      });
    const sent = sefaz.received.slice(-3);
    expect(sent.map(({ path }) => path)).toEqual(Array(3).fill("/AN/55/NFeRecepcaoEvento4"));
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    expect(sent[0]?.body).toContain(Buffer.from(signed.xml).toString());
  });

  test("the client sends a desacordo to the UF of the CT-e", async () => {
    const evento = {
      chave: chaveOfModelo("57"),
      ambiente: "2",
      autor: "11222333000181",
      tpEvento: "610110",
      nSeqEvento: 1,
      dhEvento: "2026-11-20T09:30:00-03:00",
      justificativa: "Não contratei este frete",
    } as const;
    sefaz.play(xml(inEnvelope("<retEventoCTe><infEvento><cStat>108</cStat></infEvento></retEventoCTe>")));
    expect(await open().enviarEvento(evento)).toMatchObject({ kind: "servico", retryAfterMs: 5 * MINUTE_MS });
    expect(sefaz.received.at(-1)?.path).toBe("/SP/57/CTeRecepcaoEventoV4");
    const nfce = open().enviarEvento({ ...evento, chave: chaveOf(1, { modelo: "65" }), tpEvento: "210210" });
    await expect(nfce).rejects.toThrow(RangeError);
  });
});
