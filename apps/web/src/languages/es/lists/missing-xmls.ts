import type { missingXmlTexts as source } from "../../../texts/lists/missing-xmls.ts";
import type { Translated } from "../../translated.ts";

const xmls = (n: string): string => `${n} XML`;
const notas = (n: string): string => (n === "1" ? "1 documento" : `${n} documentos`);
const dias = (n: number): string => (n === 0 ? "hoy" : n === 1 ? "ayer" : `hace ${n} días`);

/** Spanish texts of `texts/lists/missing-xmls.ts`. */
export const missingXmlTexts: Translated<typeof source> = {
  explica: "La SEFAZ lo registró, el XML no llegó. “Pedir” abre un correo al proveedor para que lo revise.",
  agrupar: "Agrupar",
  agrupamentos: { fornecedor: "Por proveedor", data: "Por fecha" },
  documentos: notas,
  total: (documentos, fornecedores) =>
    `${notas(documentos)} de ${fornecedores === "1" ? "1 proveedor" : `${fornecedores} proveedores`}`,
  noPrazo: (n) => `${n} en el plazo de la toma de conocimiento`,
  jaPedidos: (n) => (n === "1" ? "1 ya pedido" : `${n} ya pedidos`),
  soma: "Suma",
  pedir: (n) => `Pedir ${xmls(n)}`,
  pedirDeNovo: "Pedir de nuevo",
  baixar: (n) => `Tomar conocimiento y descargar ${n} de la SEFAZ`,
  darCiencia: "Tomar conocimiento y descargar",
  porFora: "Ya lo pedí por otra vía",
  mais: (nome) => `Más acciones de ${nome}`,
  abrir: (nome) => `Mostrar los documentos de ${nome}`,
  selecionarFornecedor: (nome) => `Seleccionar los documentos de ${nome}`,
  selecionar: (nome) => `Seleccionar ${nome}`,
  selecionados: (n) => (n === "1" ? "1 seleccionado" : `${n} seleccionados`),
  limparSelecao: "Limpiar la selección",
  maisAntiga: (dia) => `el más antiguo del ${dia}`,
  resto: (n) => `Hay ${notas(n)} más de este proveedor. Use el filtro para verlos.`,
  propria: "Empresa de la cuenta: el XML lo tiene ella",
  semEndereco: "Ninguna dirección conocida",
  estado: {
    faltando: "Falta el XML",
    pedido: (n) => `Pedido ${dias(n)}`,
    semResposta: (n) => `Pedido ${dias(n)}, sin respuesta`,
    baixando: "Descargando de la SEFAZ",
  },
  por: (quem, quando) => `Por ${quem}, ${quando}`,
  porForaPor: (quem, quando) => `Por otra vía, por ${quem}, ${quando}`,
  lembretes: (n) => (n === 1 ? "1 recordatorio enviado" : `${n} recordatorios enviados`),
  cienciaEnviada: (quando) => `Toma de conocimiento pedida ${quando}`,
  cienciaAte: (dia) => `Toma de conocimiento hasta el ${dia}`,
  cienciaHoje: (dia) => `Toma de conocimiento hasta hoy, ${dia}`,
  cienciaAmanha: (dia) => `Toma de conocimiento hasta mañana, ${dia}`,
  prazoTerminou: (dia) => `El plazo de la toma de conocimiento terminó el ${dia}`,
  semCiencia: (tipo) => `${tipo} no tiene toma de conocimiento: solo el emisor lo envía`,
  carta: {
    titulo: "Pedir el XML al proveedor",
    tituloVarios: "Pedir los XML a los proveedores",
    para: "Para",
    paraDica: "La dirección que ya envió documentos de este proveedor. La respuesta va a su buzón.",
    paraNovo: "No hay una dirección conocida de este proveedor.",
    paraFixo: "Solo un administrador escribe a una dirección nueva.",
    responderA: "Responder a",
    assunto: "Asunto",
    texto: "Texto",
    enviar: "Enviar pedido",
    enviarVarios: (n) => (n === 1 ? "Enviar 1 pedido" : `Enviar ${n} pedidos`),
    lembrete: (n) =>
      n === 0
        ? "El proveedor no recibe recordatorios."
        : `Si el XML no llega, Malote se lo recuerda al proveedor cada ${n} días, hasta dos veces.`,
    falha: "El pedido no se envió.",
  },
  pedido: (n, para) => `Pedido de ${xmls(n)} enviado a ${para}.`,
  pedidos: (n) => `Pedidos de ${xmls(n)} enviados.`,
  ciencia: (n) =>
    n === "1" ? "Toma de conocimiento pedida a la SEFAZ." : `${n} tomas de conocimiento pedidas a la SEFAZ.`,
  marcado: (n) =>
    n === "1" ? "1 documento ya pedido por otra vía." : `${n} documentos ya pedidos por otra vía.`,
  recusados: (n) => (n === "1" ? "1 documento quedó fuera" : `${n} documentos quedaron fuera`),
};
