import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { readDfe } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readConsulta } from "./consulta/consulta-protocolo.ts";
import { readStatus, writeStatus } from "./consulta/status-servico.ts";
import {
  type DistribuicaoRequest,
  readDistribuicao,
  writeDistribuicao,
} from "./distribuicao/distribuicao.ts";
import { findEndpoint } from "./endpoints.ts";
import { type EventoRequest, writeEvento } from "./evento/evento.ts";
import { readEventoResponse, wrapEvento } from "./evento/recepcao-evento.ts";
import type { RawResponse, SoapRequest } from "./soap/envelope.ts";
import { OWN_EVENTOS, type OwnTpEvento } from "./tables/own-eventos.ts";
import { canonicalize, hasXmllint } from "./tests/external-checks.ts";
import { chaveOf } from "./tests/nfe-responses.ts";
import { asA1, createAuthority, createEcnpj } from "./tests/pki.ts";
import { SefazOutage } from "./transport/outage.ts";

const RECORDINGS = path.resolve(import.meta.dirname, "../../../../shared/corpus/soap");

type Interaction = {
  request: { method: string; uri: string; body: string | null; headers: Record<string, string[]> };
  response: { body: { string: string | Uint8Array }; headers: Record<string, string[]> };
};
type Recording = { name: string; uri: string; request: string; response: RawResponse };

// WSDLs are not requested at run time; lotenfe.asmx is the NFS-e of the city of São Paulo, not a service
// of SEFAZ.
const recordings = (existsSync(RECORDINGS) ? readdirSync(RECORDINGS) : []).flatMap((file) => {
  const { interactions }: { interactions: Interaction[] } = parse(
    readFileSync(path.join(RECORDINGS, file), "utf8"),
  );
  const name = file.replace(/^.*__test_|\.yaml$/g, "");
  return interactions
    .filter(({ request }) => request.method === "POST")
    .map((interaction) => toRecording(name, interaction));
});
const ofSefaz = recordings.filter(({ uri }) => !uri.includes("prefeitura.sp.gov.br"));
const ofCity = recordings.filter(({ uri }) => uri.includes("prefeitura.sp.gov.br"));

function toRecording(name: string, { request, response }: Interaction): Recording {
  const bytes = Buffer.from(response.body.string);
  const zipped = response.headers["Content-Encoding"]?.includes("gzip");
  const contentType = response.headers["Content-Type"]?.[0] ?? "";
  return {
    name,
    uri: request.uri,
    request: request.body ?? "",
    response: { contentType, bytes: zipped ? gunzipSync(bytes) : bytes },
  };
}

function recorded(name: string): Recording {
  const found = ofSefaz.find((interaction) => interaction.name === name);
  if (!found) throw new Error(`nothing recorded of ${name}`);
  return found;
}

// Compares the payload element only, whatever its envelope (SOAP 1.1 with a header there, SOAP 1.2 here)
// and prefixes. The signature value and the certificate are left out: only the author's key can make
// them.
function payloadOf(xml: string): string {
  const [payload = ""] = /<(consStatServ|distDFeInt|envEvento)[\s>].*<\/\1>/s.exec(xml) ?? [];
  return payload.replaceAll(/<(SignatureValue|X509Certificate)>[^<]*</g, "<$1><");
}

function expectSameMeaning(ours: SoapRequest, { request }: Recording): void {
  const recordedPayload = canonicalize(payloadOf(request));
  expect(recordedPayload.length).toBeGreaterThan(100);
  expect(canonicalize(payloadOf(Buffer.from(ours.bytes).toString()))).toBe(recordedPayload);
}

function fieldOf(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? "";
}

describe.skipIf(!existsSync(RECORDINGS))("recorded traffic in ../shared/corpus/soap", () => {
  const EVENTO_RECORDINGS: [string, OwnTpEvento, string][] = [
    ["ciencia_da_operacao", "210210", "573"],
    ["confirmacao_da_operacao", "210200", "596"],
    ["desconhecimento_da_operacao", "210220", "596"],
    ["operacao_nao_realizada", "210240", "596"],
  ];
  const DISTRIBUICAO_RECORDINGS: [string, DistribuicaoRequest["by"], Record<string, unknown>][] = [
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

  test("the tests of this file cover all recordings of SEFAZ", () => {
    const tested = [
      "status_servico",
      ...EVENTO_RECORDINGS.map(([name]) => name),
      ...DISTRIBUICAO_RECORDINGS.map(([name]) => name),
    ];
    expect(ofSefaz.map(({ name }) => name).sort()).toEqual(tested.sort());
    expect(ofCity.length).toBeGreaterThan(2);
  });

  describe("the recorded status of SP", () => {
    const target = { modelo: "55", cUF: "35" };

    test("the recorded status is read", () => {
      expect(readStatus(recorded("status_servico").response, "nfe")).toEqual({
        emOperacao: true,
        cStat: "107",
        xMotivo: "Serviço em Operação",
        tempoMedioS: 1,
        retorno: null,
      });
    });

    test.skipIf(!hasXmllint)("the request for the status is written as recorded", () => {
      expectSameMeaning(writeStatus(target, "1"), recorded("status_servico"));
      expect(findEndpoint({ ...target, tpEmis: "1", ambiente: "1", servico: "statusServico" })?.url).toBe(
        recorded("status_servico").uri,
      );
    });
  });

  describe.each(EVENTO_RECORDINGS)("the recorded evento %s", (name, tpEvento, cStat) => {
    const {
      request: recordedRequest,
      response,
      uri,
    } = existsSync(RECORDINGS) ? recorded(name) : emptyRecording();
    const request: EventoRequest = {
      chave: fieldOf(recordedRequest, "chNFe"),
      ambiente: "1",
      autor: fieldOf(recordedRequest, "CNPJ"),
      tpEvento,
      nSeqEvento: 1,
      dhEvento: fieldOf(recordedRequest, "dhEvento"),
      ...(OWN_EVENTOS[tpEvento].detail ? { justificativa: fieldOf(recordedRequest, "xJust") } : {}),
    };
    const certificado = asA1(createEcnpj("MERCADO INVENTADO", createAuthority("AC INVENTADA")));

    test("the recorded response is read, in the wrapper of the Ambiente Nacional", async () => {
      const result = readEventoResponse(response, await writeEvento(request, certificado));
      expect(result).toEqual({
        kind: "evento",
        cStat,
        xMotivo: expect.stringMatching(cStat === "573" ? /Duplicidade/ : /\[6 meses\]/),
        protocolo: null,
        dataRegistro: expect.stringMatching(/^2020-11-20T07:55:5[89]-03:00$/),
        procEvento: null,
      });
    });

    // The digest is compared too: it is of infEvento, which does not depend on the signing key.
    test.skipIf(!hasXmllint)(
      "the evento is written as recorded, up to the digest of its signature",
      async () => {
        expectSameMeaning(wrapEvento(await writeEvento(request, certificado)), recorded(name));
        const query = {
          cUF: "35",
          modelo: "55",
          tpEmis: "1",
          ambiente: "1",
          servico: "recepcaoEvento",
        } as const;
        expect(findEndpoint(query)?.url).toBe(uri);
      },
    );
  });

  describe.each(DISTRIBUICAO_RECORDINGS)("the recorded distribuição by %s", (name, by, expected) => {
    const {
      request: recordedRequest,
      response,
      uri,
    } = existsSync(RECORDINGS) ? recorded(name) : emptyRecording();
    const request: DistribuicaoRequest = {
      distribuidor: "NFe",
      ambiente: "1",
      cUFAutor: "35",
      interessado: fieldOf(recordedRequest, "CNPJ"),
      by: by.kind === "chave" ? { ...by, chave: fieldOf(recordedRequest, "chNFe") } : by,
    };

    test("the recorded response is read", async () => {
      expect(await readDistribuicao(response, request)).toMatchObject(expected);
    });

    test.skipIf(!hasXmllint)("the request is written as recorded", () => {
      expectSameMeaning(writeDistribuicao(request), recorded(name));
      const query = {
        cUF: "35",
        modelo: "55",
        tpEmis: "1",
        ambiente: "1",
        servico: "distribuicao",
      } as const;
      expect(findEndpoint(query)?.url).toBe(uri);
    });
  });

  test("each of the 50 documents of a lote is unpacked and has the root that its schema names", async () => {
    const request = { distribuidor: "NFe", ambiente: "1", cUFAutor: "35", interessado: "" } as const;
    const by = { kind: "ultimo", ultNSU: "1" } as const;
    const { documentos } = await readDistribuicao(recorded("ultimo_nsu").response, { ...request, by });
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

  test("a response about NFS-e of a city is never read as one of SEFAZ", async () => {
    for (const { name, response } of ofCity) {
      const cause = causeOf(() => readConsulta(response, { chave: chaveOf(1), ambiente: "1" }));
      expect(cause, name).toBe("resposta-ilegivel");
      expect(causeOf(() => readStatus(response, "nfe"))).toBe("resposta-ilegivel");
    }
  });
});

function emptyRecording(): Recording {
  return { name: "", uri: "", request: "", response: { contentType: "", bytes: new Uint8Array() } };
}

function causeOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof SefazOutage) return error.causa;
    throw error;
  }
  return "nenhuma";
}
