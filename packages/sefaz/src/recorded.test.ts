import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { readDfe } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readConsulta } from "./consulta-protocolo.ts";
import { type PedidoDistribuicao, readDistribuicao, writeDistribuicao } from "./distribuicao.ts";
import { findEndpoint } from "./endpoints.ts";
import type { Pedido, Recebido } from "./envelope.ts";
import { type PedidoEvento, writeEvento } from "./evento.ts";
import { SefazOutage } from "./outage.ts";
import { readRespostaEvento, wrapEvento } from "./recepcao-evento.ts";
import { readStatus, writeStatus } from "./status-servico.ts";
import { EVENTOS_NOSSOS, type TpEventoNosso } from "./tables/eventos-nossos.ts";
import { canonicalize, hasXmllint } from "./tests/oraculos.ts";
import { asA1, createAutoridade, createEcnpj } from "./tests/pki.ts";
import { chaveOf } from "./tests/respostas.ts";

const GRAVADAS = path.resolve(import.meta.dirname, "../../../../shared/corpus/soap");

type Interacao = {
  request: { method: string; uri: string; body: string | null; headers: Record<string, string[]> };
  response: { body: { string: string | Uint8Array }; headers: Record<string, string[]> };
};
type Gravacao = { nome: string; uri: string; pedido: string; recebido: Recebido };

// WSDLs are not asked for at run time, and lotenfe.asmx is the NFS-e of the city of São Paulo, no service of the SEFAZ.
const gravacoes = (existsSync(GRAVADAS) ? readdirSync(GRAVADAS) : []).flatMap((arquivo) => {
  const { interactions }: { interactions: Interacao[] } = parse(
    readFileSync(path.join(GRAVADAS, arquivo), "utf8"),
  );
  const nome = arquivo.replace(/^.*__test_|\.yaml$/g, "");
  return interactions.filter(({ request }) => request.method === "POST").map((uma) => toGravacao(nome, uma));
});
const daSefaz = gravacoes.filter(({ uri }) => !uri.includes("prefeitura.sp.gov.br"));
const daPrefeitura = gravacoes.filter(({ uri }) => uri.includes("prefeitura.sp.gov.br"));

function toGravacao(nome: string, { request, response }: Interacao): Gravacao {
  const bytes = Buffer.from(response.body.string);
  const zipped = response.headers["Content-Encoding"]?.includes("gzip");
  const contentType = response.headers["Content-Type"]?.[0] ?? "";
  return {
    nome,
    uri: request.uri,
    pedido: request.body ?? "",
    recebido: { contentType, bytes: zipped ? gunzipSync(bytes) : bytes },
  };
}

function recorded(nome: string): Gravacao {
  const achada = daSefaz.find((uma) => uma.nome === nome);
  if (!achada) throw new Error(`nothing recorded of ${nome}`);
  return achada;
}

// What is compared is the payload alone: the State's element, whatever envelope (SOAP 1.1 with a header there, SOAP 1.2 here) and
// whatever prefixes it was sent in. Of a signature, what only the key of its author can make is left out: its value and the certificate.
function payloadOf(xml: string): string {
  const [payload = ""] = /<(consStatServ|distDFeInt|envEvento)[\s>].*<\/\1>/s.exec(xml) ?? [];
  return payload.replaceAll(/<(SignatureValue|X509Certificate)>[^<]*</g, "<$1><");
}

function expectSameMeaning(ours: Pedido, { pedido }: Gravacao): void {
  const recordedPayload = canonicalize(payloadOf(pedido));
  expect(recordedPayload.length).toBeGreaterThan(100);
  expect(canonicalize(payloadOf(Buffer.from(ours.bytes).toString()))).toBe(recordedPayload);
}

function fieldOf(xml: string, nome: string): string {
  return new RegExp(`<${nome}>([^<]*)</${nome}>`).exec(xml)?.[1] ?? "";
}

describe.skipIf(!existsSync(GRAVADAS))("recorded traffic of ../shared/corpus/soap", () => {
  const EVENTOS: [string, TpEventoNosso, string][] = [
    ["ciencia_da_operacao", "210210", "573"],
    ["confirmacao_da_operacao", "210200", "596"],
    ["desconhecimento_da_operacao", "210220", "596"],
    ["operacao_nao_realizada", "210240", "596"],
  ];
  const DISTRIBUICOES: [string, PedidoDistribuicao["por"], Record<string, unknown>][] = [
    ["chave", { kind: "chave", chave: "" }, { cStat: "137", ultNSU: null, maxNSU: null }],
    [
      "nsu_especifico",
      { kind: "nsu", nsu: "1" },
      { cStat: "137", ultNSU: "000000000000051", maxNSU: "000000000020175" },
    ],
    [
      "ultimo_nsu",
      { kind: "ultimo", ultNSU: "1" },
      { cStat: "138", ultNSU: "000000000016264", maxNSU: "000000000020175" },
    ],
  ];

  test("all of SEFAZ's is looked at below", () => {
    const vistas = [
      "status_servico",
      ...EVENTOS.map(([nome]) => nome),
      ...DISTRIBUICOES.map(([nome]) => nome),
    ];
    expect(daSefaz.map(({ nome }) => nome).sort()).toEqual(vistas.sort());
    expect(daPrefeitura.length).toBeGreaterThan(2);
  });

  describe("the status of SP", () => {
    const onde = { modelo: "55", cUF: "35" };

    test("is read", () => {
      expect(readStatus(recorded("status_servico").recebido, "nfe")).toEqual({
        emOperacao: true,
        cStat: "107",
        xMotivo: "Serviço em Operação",
        tempoMedioS: 1,
        retorno: null,
      });
    });

    test.skipIf(!hasXmllint)("is asked as it was", () => {
      expectSameMeaning(writeStatus(onde, "1"), recorded("status_servico"));
      expect(findEndpoint({ ...onde, tpEmis: "1", ambiente: "1", servico: "statusServico" })?.url).toBe(
        recorded("status_servico").uri,
      );
    });
  });

  describe.each(EVENTOS)("%s", (nome, tpEvento, cStat) => {
    const { pedido: gravado, recebido, uri } = existsSync(GRAVADAS) ? recorded(nome) : emptyGravacao();
    const pedido: PedidoEvento = {
      chave: fieldOf(gravado, "chNFe"),
      ambiente: "1",
      autor: fieldOf(gravado, "CNPJ"),
      tpEvento,
      nSeqEvento: 1,
      dhEvento: fieldOf(gravado, "dhEvento"),
      ...(EVENTOS_NOSSOS[tpEvento].pede ? { justificativa: fieldOf(gravado, "xJust") } : {}),
    };
    const certificado = asA1(createEcnpj("MERCADO INVENTADO", createAutoridade("AC INVENTADA")));

    test("its answer is read, wrapper of the Ambiente Nacional and all", async () => {
      const resposta = readRespostaEvento(recebido, await writeEvento(pedido, certificado));
      expect(resposta).toEqual({
        kind: "evento",
        cStat,
        xMotivo: expect.stringMatching(cStat === "573" ? /Duplicidade/ : /\[6 meses\]/),
        protocolo: null,
        dataRegistro: expect.stringMatching(/^2020-11-20T07:55:5[89]-03:00$/),
        procEvento: null,
      });
    });

    // The digest is compared too: it is that of infEvento, which has nothing of the key.
    test.skipIf(!hasXmllint)("it is written as it was, to the digest of its signature", async () => {
      expectSameMeaning(wrapEvento(await writeEvento(pedido, certificado)), recorded(nome));
      const destino = {
        cUF: "35",
        modelo: "55",
        tpEmis: "1",
        ambiente: "1",
        servico: "recepcaoEvento",
      } as const;
      expect(findEndpoint(destino)?.url).toBe(uri);
    });
  });

  describe.each(DISTRIBUICOES)("distribuição by %s", (nome, por, esperado) => {
    const { pedido: gravado, recebido, uri } = existsSync(GRAVADAS) ? recorded(nome) : emptyGravacao();
    const pedido: PedidoDistribuicao = {
      distribuidor: "NFe",
      ambiente: "1",
      cUFAutor: "35",
      interessado: fieldOf(gravado, "CNPJ"),
      por: por.kind === "chave" ? { ...por, chave: fieldOf(gravado, "chNFe") } : por,
    };

    test("its answer is read", async () => {
      expect(await readDistribuicao(recebido, pedido)).toMatchObject(esperado);
    });

    test.skipIf(!hasXmllint)("is asked as it was", () => {
      expectSameMeaning(writeDistribuicao(pedido), recorded(nome));
      const destino = {
        cUF: "35",
        modelo: "55",
        tpEmis: "1",
        ambiente: "1",
        servico: "distribuicao",
      } as const;
      expect(findEndpoint(destino)?.url).toBe(uri);
    });
  });

  test("every one of the 50 documents of a lote is unpacked, and is what its schema says", async () => {
    const pedido = { distribuidor: "NFe", ambiente: "1", cUFAutor: "35", interessado: "" } as const;
    const por = { kind: "ultimo", ultNSU: "1" } as const;
    const { documentos } = await readDistribuicao(recorded("ultimo_nsu").recebido, { ...pedido, por });
    expect(documentos.length).toBe(50);
    for (const { nsu, schema, xml } of documentos) {
      expect(nsu).toMatch(/^0{10}16(?:2[1-6]\d)$/);
      const root = /<(\w+)/.exec(
        Buffer.from(xml ?? [])
          .toString()
          .replace(/^<\?.*?\?>/, ""),
      )?.[1];
      expect({ procNFe: "nfeProc" }[schema.split("_")[0] ?? ""] ?? schema.split("_")[0]).toBe(root);
      expect(readDfe(xml ?? new Uint8Array()).kind, schema).toMatch(/^(?:nota|evento|resumo)$/);
    }
  });

  test("an answer of the NFS-e of a city is never taken for one of the SEFAZ", async () => {
    for (const { nome, recebido } of daPrefeitura) {
      const causa = causaOf(() => readConsulta(recebido, { chave: chaveOf(1), ambiente: "1" }));
      expect(causa, nome).toBe("resposta-ilegivel");
      expect(causaOf(() => readStatus(recebido, "nfe"))).toBe("resposta-ilegivel");
    }
  });
});

function emptyGravacao(): Gravacao {
  return { nome: "", uri: "", pedido: "", recebido: { contentType: "", bytes: new Uint8Array() } };
}

function causaOf(ler: () => unknown): string {
  try {
    ler();
  } catch (erro) {
    if (erro instanceof SefazOutage) return erro.causa;
    throw erro;
  }
  return "nenhuma";
}
