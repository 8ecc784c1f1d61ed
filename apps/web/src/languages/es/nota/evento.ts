import type { eventoTexts as source } from "../../../texts/nota/evento.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/nota/evento.ts`. */
export const eventoTexts: Translated<typeof source> = {
  titulo: "Eventos de su empresa",
  texto: "Lo que su empresa puede registrar en la SEFAZ sobre este documento, además de la manifestación.",
  enviar: "Enviar evento",
  nenhum: "Ningún evento se aplica a este documento ahora.",
  enviando: (nome) => `${nome}: enviando a la SEFAZ…`,
  enviandoTexto: "Puede salir de esta pantalla: el envío continúa.",
  registrado: (nome) => `${nome}: registrado en la SEFAZ.`,
  recusado: (nome) => `${nome}: la SEFAZ lo rechazó`,
  falhou: (nome) => `${nome}: no se pudo enviar`,
  por: (quem, quando) => `Pedido por ${quem} el ${quando}`,
  ate: (quando) => `hasta el ${quando}`,
  significa: {
    "610110":
      "El servicio de transporte no se prestó como se acordó. El emisor puede entonces sustituir el CT-e.",
    "610111": "Deshace el desacuerdo que su empresa registró.",
    "211110": "Pide el crédito presunto de IBS o CBS de los ítems.",
    "211124": "Ítems que se perdieron en el transporte que su empresa contrató.",
    "211128": "Dice si su empresa está de acuerdo con el valor de la nota de crédito.",
    "211130": "Ítems que pasaron al activo fijo.",
    "211140": "Combustible consumido que da derecho a crédito.",
    "211150": "Bienes y servicios cuyo crédito depende de la actividad de su empresa.",
    "110001": "Cancela un evento que su empresa registró.",
  },
  dialogo: {
    titulo: "Enviar evento a la SEFAZ",
    escolha: "Qué evento",
    aviso: "El evento se firma con el certificado de su empresa.",
    enviar: "Enviar a la SEFAZ",
    falta: "Elija el evento.",
    justificativa: "Qué está en desacuerdo",
    dica: (min, max) => `De ${min} a ${max} caracteres. Va a la SEFAZ y al emisor.`,
    conta: (n, max) => `${n} de ${max}`,
    aceita: "¿Su empresa acepta el débito?",
    sim: "Acepta",
    nao: "No acepta",
    alvo: "Qué evento se cancelará",
    itens: "Ítems",
    semItens: "No se pudieron leer los ítems de este documento.",
    item: (numero, descricao) => `${numero} · ${descricao}`,
    opcionais: "Complete el crédito de IBS, de CBS o de los dos.",
  },
};
