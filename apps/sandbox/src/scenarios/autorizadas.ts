import { writeZip } from "../correio/write-email.ts";
import { FORNECEDOR_ALFANUMERICO, FORNECEDORES } from "../papelaria/fornecedores.ts";
import { writeEnviNFe } from "../papelaria/lote.ts";
import { VENDA_PROPRIA } from "../papelaria/vendas.ts";
import { anexoXml, cartaNota } from "./carta.ts";
import type { Cenario } from "./cenario.ts";

/** Authorized documents, in various transports. */
export const notaAutorizada: Cenario = {
  nome: "nota-autorizada",
  titulo: "Nota autorizada",
  descricao: "Uma NF-e assinada e autorizada chega em XML, com o DANFE em PDF ao lado.",
  play: async (palco) => {
    const nota = palco.emitNota();
    await palco.sendEmail(cartaNota(nota));
    return [nota.chaveAcesso];
  },
};

export const notaEmitida: Cenario = {
  nome: "nota-emitida",
  titulo: "Nota emitida pela empresa",
  descricao: "A empresa da demonstração vende, e a cópia da NF-e que ela emitiu chega à própria caixa.",
  play: async (palco) => {
    const nota = palco.emitNota({ fornecedor: VENDA_PROPRIA, destinatario: palco.pickFornecedor() });
    await palco.sendEmail(cartaNota(nota));
    return [nota.chaveAcesso];
  },
};

export const zipComTresNotas: Cenario = {
  nome: "zip-com-tres-notas",
  titulo: "ZIP com três notas",
  descricao: "Um e-mail com um único ZIP, e dentro dele três NF-e autorizadas do mesmo fornecedor.",
  play: async (palco) => {
    const fornecedor = palco.pickFornecedor();
    const notas = [1, 2, 3].map(() => palco.emitNota({ fornecedor }));
    const arquivos = notas.map((nota) => ({
      nome: `${nota.chaveAcesso}-procNFe.xml`,
      bytes: Buffer.from(nota.procXml, "utf8"),
    }));
    const bytes = await writeZip(arquivos, palco.now());
    const numeros = notas.map((nota) => nota.numero).join(", ");
    await palco.sendEmail({
      de: fornecedor,
      assunto: `Notas fiscais ${numeros} - ${fornecedor.fantasia}`,
      texto: `Boa tarde,\r\n\r\nSeguem no arquivo compactado as NF-e ${numeros}.\r\n\r\n${fornecedor.vendedor}\r\n`,
      anexos: [{ nome: "notas-fiscais.zip", tipo: "application/zip", bytes }],
    });
    return notas.map((nota) => nota.chaveAcesso);
  },
};

export const cnpjAlfanumerico: Cenario = {
  nome: "cnpj-alfanumerico",
  titulo: "CNPJ alfanumérico",
  descricao: "Uma NF-e autorizada de um fornecedor cujo CNPJ, e por isso a chave, tem letras.",
  play: async (palco) => {
    const nota = palco.emitNota({ fornecedor: FORNECEDOR_ALFANUMERICO });
    await palco.sendEmail(cartaNota(nota));
    return [nota.chaveAcesso];
  },
};

export const nfce: Cenario = {
  nome: "nfce",
  titulo: "NFC-e de venda no balcão",
  descricao: "Uma compra no balcão: a NFC-e (modelo 65), com QR Code, paga em dinheiro e com troco.",
  play: async (palco) => {
    const nota = palco.emitNota({ modelo: "65" });
    await palco.sendEmail({
      de: nota.fornecedor,
      assunto: `Sua NFC-e ${nota.numero} - ${nota.fornecedor.fantasia}`,
      texto: `Olá,\r\n\r\nSegue a nota fiscal de consumidor da sua compra.\r\n\r\n${nota.fornecedor.fantasia}\r\n`,
      anexos: [anexoXml(nota)],
    });
    return [nota.chaveAcesso];
  },
};

/** @source NT 2026.002, rule 5E17-65 */
const ALERTA_CNPJ = {
  codigo: "172",
  texto: "Alerta: Situação do CNPJ destinatário inabilitado no momento da autorização",
};

export const nfceComAlerta: Cenario = {
  nome: "nfce-com-alerta",
  titulo: "NFC-e autorizada com alerta",
  descricao: "A SEFAZ autoriza a NFC-e com alerta (120): ela vale como as outras, e o alerta aparece nela.",
  play: async (palco) => {
    const nota = palco.emitNota({ modelo: "65", alertas: [ALERTA_CNPJ] });
    await palco.sendEmail({
      de: nota.fornecedor,
      assunto: `Sua NFC-e ${nota.numero} - ${nota.fornecedor.fantasia}`,
      texto: `Olá,\r\n\r\nSegue a nota fiscal de consumidor da sua compra.\r\n\r\n${nota.fornecedor.fantasia}\r\n`,
      anexos: [anexoXml(nota)],
    });
    return [nota.chaveAcesso];
  },
};

export const notaSemIe: Cenario = {
  nome: "nota-sem-ie",
  titulo: "Nota de emitente sem IE",
  descricao:
    "O fornecedor só contribui para o IBS e a CBS: a NF-e não traz a IE dele, e a consulta é feita na SVRS.",
  play: async (palco) => {
    const nota = palco.emitNota({ fornecedor: FORNECEDORES[0], semIe: true });
    await palco.sendEmail(cartaNota(nota));
    return [nota.chaveAcesso];
  },
};

export const loteEnviado: Cenario = {
  nome: "lote-enviado",
  titulo: "Lote enviado à SEFAZ",
  descricao:
    "O fornecedor envia, por engano, o lote que mandou à SEFAZ: três NF-e num só XML, ainda sem protocolo.",
  play: async (palco) => {
    const fornecedor = palco.pickFornecedor();
    const notas = [1, 2, 3].map(() => palco.emitNota({ fornecedor }));
    const bytes = Buffer.from(writeEnviNFe(notas, String(notas[0]?.numero ?? 1)), "utf8");
    await palco.sendEmail({
      de: fornecedor,
      assunto: `Notas do dia - ${fornecedor.fantasia}`,
      texto: `Prezados,\r\n\r\nSegue o XML das notas de hoje.\r\n\r\n${fornecedor.vendedor}\r\n`,
      anexos: [{ nome: "enviNFe-lote.xml", tipo: "application/xml", bytes }],
    });
    return notas.map((nota) => nota.chaveAcesso);
  },
};
