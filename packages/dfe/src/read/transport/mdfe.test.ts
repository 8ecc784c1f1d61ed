import { describe, expect, test } from "vitest";
import type { Reading } from "../../reading.ts";
import { bytesOf } from "../../tests/make-dfe.ts";
import {
  EMISSAO_TRANSPORTE,
  makeChaveNfe,
  makeChaveTransporte,
  makeMdfe,
  TRANSPORTADORA,
  wrapTransporte,
} from "../../tests/make-transport.ts";
import { readDfe } from "../read-dfe.ts";

const MDFE_PROC = { proc: "mdfeProc", prot: "protMDFe", chave: "chMDFe" };
const chave = makeChaveTransporte({ modelo: "58" });

function read(xml: string): Reading {
  return readDfe(bytesOf(xml));
}

describe("reading an MDF-e", () => {
  test("an MDF-e is read field by field, with the value of its load as total", () => {
    expect(
      read(wrapTransporte(makeMdfe({ resto: "<autXML><CPF>52998224725</CPF></autXML>" }), MDFE_PROC)),
    ).toEqual({
      kind: "nota",
      raiz: "mdfeProc",
      nota: {
        tipoNota: "MDFe",
        modelo: "58",
        versao: "3.00",
        chaveAcesso: chave,
        numeroNota: "20417",
        serieNota: "2",
        dataEmissao: EMISSAO_TRANSPORTE,
        valorTotal: "18432.50",
        emitente: {
          nome: "Transportes Serra & Mar",
          documento: TRANSPORTADORA,
          uf: "SP",
          ie: "111222333444",
          municipio: "São Paulo",
        },
        destinatario: null,
        tomador: null,
        remetente: null,
        expedidor: null,
        recebedor: null,
        transportador: null,
        autorizados: ["52998224725"],
        partes: [{ parte: "condutor", documento: "52998224725", nome: "João Volante" }],
        naturezaOperacao: null,
        finalidade: null,
        tipoOperacao: null,
        ambiente: "1",
        digVal: null,
        protocolo: {
          numero: "135260000000009",
          dataRecebimento: "2026-11-19T18:40:09-03:00",
          cStat: "100",
          xMotivo: "Autorizado o uso",
          alertas: [],
          defeitos: [],
          digVal: "abc=",
          chaveAcesso: chave,
        },
        itens: [],
        informacoesComplementares: "Lacre 7",
        comercio: null,
        transporte: {
          modal: "rodoviario",
          origem: { codigo: "3550308", municipio: "São Paulo", uf: "SP" },
          destino: { codigo: "3118601", municipio: "Contagem", uf: "MG" },
          percurso: ["RJ"],
          produto: "Café torrado",
          valorCarga: "18432.50",
          medidas: [{ unidade: "TON", tipo: null, quantidade: "1.2505" }],
          componentes: [],
          valorReceber: null,
          documentos: [
            { chaveAcesso: makeChaveTransporte({ modelo: "57" }), descricao: null },
            { chaveAcesso: makeChaveNfe(8), descricao: null },
          ],
          referencias: [],
          veiculos: [
            { placa: "ABC1D23", uf: "SP" },
            { placa: "XYZ9A87", uf: null },
          ],
          condutores: [{ nome: "João Volante", cpf: "52998224725" }],
          rntrc: "12345678",
          ibsCbs: null,
        },
      },
    });
  });

  test.each([
    ["2", "aereo", "<aereo><nac>PT</nac></aereo>"],
    ["3", "aquaviario", "<aquav><irin>1</irin></aquav>"],
    ["4", "ferroviario", "<ferrov><trem/></ferrov>"],
    ["9", null, "<foguete/>"],
  ])("an MDF-e has the modal of code %s: %s, without vehicles", (modal, name, infModal) => {
    expect(read(makeMdfe({ modal, infModal }))).toMatchObject({
      nota: { transporte: { modal: name, veiculos: [], condutores: [], rntrc: null } },
    });
  });

  test("an MDF-e of layout 1.00 has its RNTRC next to the vehicle", () => {
    const infModal = "<rodo><RNTRC>87654321</RNTRC><veicTracao><placa>ABC1234</placa></veicTracao></rodo>";
    expect(read(makeMdfe({ infModal }))).toMatchObject({ nota: { transporte: { rntrc: "87654321" } } });
  });

  test("an MDF-e is read without the invalid states of its percurso and vehicles", () => {
    const infModal = "<rodo><veicTracao><placa>ABC1234</placa><UF>São Paulo</UF></veicTracao></rodo>";
    const xml = makeMdfe({ infModal }).replace("<UFPer>RJ", "<UFPer>Rio");
    expect(read(xml)).toMatchObject({
      nota: { transporte: { percurso: [], veiculos: [{ placa: "ABC1234", uf: null }] } },
    });
  });

  test("an MDF-e is read without cargo documents, and with other MDF-e as cargo", () => {
    const empty = read(makeMdfe({ descarga: "" }));
    expect(empty).toMatchObject({
      nota: { transporte: { documentos: [], destino: { codigo: null, municipio: null, uf: "MG" } } },
    });
    const descarga = `<infMunDescarga><infMDFeTransp><chMDFe>${chave}</chMDFe></infMDFeTransp></infMunDescarga>`;
    expect(read(makeMdfe({ descarga }))).toMatchObject({
      nota: { transporte: { documentos: [{ chaveAcesso: chave, descricao: null }] } },
    });
  });

  test.each([
    ["campo-ausente", "tot", { tot: "" }],
    ["campo-ausente", "vCarga", { tot: "<tot><qNFe>1</qNFe></tot>" }],
    ["estrutura", "rodo", { infModal: "<rodo/><rodo/>" }],
  ])("an MDF-e is unreadable: %s %s", (motivo, detalhe, parties) => {
    expect(read(makeMdfe(parties))).toEqual({
      kind: "ilegivel",
      motivo,
      detalhe,
      raiz: "MDFe",
      modelo: "58",
      chaveAcesso: chave,
    });
  });
});
