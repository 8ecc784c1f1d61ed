import type * as source from "../../../texts/site/faq.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/site/faq.ts`. */
export const faqTexts: Translated<typeof source.faqTexts> = {
  titulo: "Preguntas frecuentes",
  texto: "Lo que suelen preguntar antes de conectar el primer buzón.",
  outra: "¿No encontró su pregunta?",
  outraTexto: "Escríbanos, y respondemos por correo.",
  falar: "Hablar con nosotros",
};

/** Spanish questions, in the order of the source. */
export const faqEntries: Translated<typeof source.faqEntries> = [
  {
    id: "validacao",
    pergunta: "¿En cuánto tiempo se valida la factura?",
    resposta: [
      "En cuanto llega el correo, y en hasta 24 horas desde la emisión de la factura: Malote verifica la firma del XML y consulta el estado en la SEFAZ.",
      "Después verifica de nuevo, un día, una semana y un mes después de la emisión, para que una cancelación tardía no pase inadvertida.",
    ],
  },
  {
    id: "importacao",
    pergunta: "¿Puedo traer las facturas antiguas?",
    resposta: [
      "Sí. En la pantalla Importación, suelte los archivos XML, uno por uno o muchos a la vez, o un ZIP con todos dentro.",
      "Cada documento importado pasa por la misma verificación que los que llegan por correo. Lo que no se acepta aparece con el motivo.",
    ],
  },
  {
    id: "erp",
    pergunta: "¿Cómo recibe mi ERP los documentos?",
    resposta: [
      "Por un servicio web, en SOAP, REST o JSON-RPC. El ERP consulta lo que hay de nuevo, descarga el XML y marca el documento como procesado.",
      "Los tokens están en Administrador, API, con ejemplos listos para copiar.",
    ],
  },
  {
    id: "navegadores",
    pergunta: "¿En qué navegadores funciona Malote?",
    resposta: [
      "En Chrome y Edge a partir de la versión 111, en Firefox a partir de la 114 y en Safari a partir de la 16.4, en la computadora y en el celular. No hace falta instalar nada.",
    ],
  },
  {
    id: "documentos",
    pergunta: "¿Qué documentos reconoce Malote?",
    resposta: [
      "NF-e, NFC-e, CT-e, CT-e OS y MDF-e, y sus eventos: cancelación, carta de corrección y manifestación, entre otros.",
      "Los demás adjuntos quedan guardados con el mensaje, y la pantalla dice por qué no son documentos fiscales.",
    ],
  },
  {
    id: "caixa",
    pergunta: "¿Tengo que cambiar la dirección de correo que recibe las facturas?",
    resposta: [
      "No. Malote lee el buzón que la empresa ya usa, por POP3 o IMAP, con su contraseña o con la cuenta de Microsoft o Google.",
      "Solo lee. No se borra nada del servidor, salvo que usted pida que los mensajes salgan después de algunos días, y solo después de guardados.",
    ],
  },
  {
    id: "certificado",
    pergunta: "¿Necesito un certificado digital?",
    resposta: [
      "Para consultar la SEFAZ y para manifestar hace falta el certificado A1 de la empresa, un archivo .pfx. Se guarda cifrado y no se puede volver a descargar.",
      "Sin el certificado, Malote ya recibe, lee y verifica la firma; la consulta a la SEFAZ lo espera.",
    ],
  },
  {
    id: "adulterado",
    pergunta: "¿Y si el XML se alteró en el camino?",
    resposta: [
      "La firma deja de coincidir. El documento queda en cuarentena, con la explicación de lo que se encontró, y no se entrega al ERP.",
    ],
  },
  {
    id: "cancelada",
    pergunta: "¿Y si el proveedor cancela la factura después de enviarla?",
    resposta: [
      "La verificación siguiente lo detecta. La factura pasa a Divergente, aparece en la pestaña Divergencias y el responsable de la cuenta recibe un aviso por correo.",
    ],
  },
  {
    id: "faltando",
    pergunta: "¿Y cuando el proveedor no envía el XML?",
    resposta: [
      "Con el Auditor activado, Malote busca en la SEFAZ lo que se emitió contra el CNPJ de la empresa y muestra lo que falta, con un mensaje listo para reclamarlo al proveedor.",
    ],
  },
  {
    id: "plano",
    pergunta: "¿Qué ocurre si supero mi plan?",
    resposta: [
      "Nada se detiene. Malote avisa cuando el mes llega al 80 % y al 100 % del plan, y los documentos siguen entrando.",
    ],
  },
  {
    id: "publico",
    pergunta: "¿Alguien de fuera de la empresa puede descargar un documento?",
    resposta: [
      "Quien tiene la clave de acceso, de 44 caracteres, descarga el XML o el PDF en Descargar documento, sin cuenta y sin contraseña.",
    ],
  },
];
