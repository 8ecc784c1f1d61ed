import type * as source from "../../../texts/site/public-pages.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts shared by the public pages. */
export const publicPageTexts: Translated<typeof source.publicPageTexts> = {
  pe: "Documentos fiscales que llegan por correo, verificados y entregados al ERP.",
};

/** Spanish texts of the captcha. */
export const captchaTexts: Translated<typeof source.captchaTexts> = {
  rotulo: "No soy un robot",
  verificando: "Verificando…",
  verificado: "Verificado",
  dica: "sin imágenes ni rastreo",
  falhou: "No se pudo verificar. Intente de nuevo.",
};

/** Spanish texts of the public download. */
export const downloadTexts: Translated<typeof source.downloadTexts> = {
  titulo: "Descargar un documento",
  texto: "Escriba, pegue o lea con el lector de código de barras los 44 caracteres de la clave de acceso.",
  chave: "Clave de acceso",
  conta: (n) => `${n} de 44`,
  limpar: "Borrar la clave",
  fatos: {
    uf: "UF",
    mes: "Mes",
    cnpj: "CNPJ del emisor",
    cpf: "CPF del emisor",
    modelo: "Modelo",
    numero: "Serie / número",
    digito: "Dígito",
  },
  confere: (digito) => `${digito}, correcto`,
  naoConfere: (digito) => `${digito}, incorrecto`,
  desconhecido: "desconocido",
  buscar: "Buscar",
  outro: "Buscar otro",
  xml: "Descargar XML",
  pdf: "Descargar PDF",
  achado: "Documento encontrado",
  serie: (serie) => `serie ${serie}`,
  de: (emitente) => `Emisor ${emitente}`,
  ate: (hora) => `Los enlaces valen hasta las ${hora}.`,
  nota: "El XML es el documento fiscal; el PDF es solo la impresión.",
  situacoes: {
    cancelada: {
      rotulo: "Cancelado",
      texto:
        "Este documento se canceló en la SEFAZ y ya no vale. El XML no muestra eso; por eso solo se puede descargar el PDF, con el sello.",
    },
    denegada: {
      rotulo: "Denegado",
      texto:
        "La SEFAZ denegó el uso de este documento, y no vale. El XML no muestra eso; por eso solo se puede descargar el PDF, con el sello.",
    },
  },
  pe: "Solo aparecen los documentos de empresas comprobadas, mientras ellas los mantengan públicos.",
};

/** Spanish texts of the contact form. */
export const contactTexts: Translated<typeof source.contactTexts> = {
  titulo: "Contacto",
  texto: "Dudas, propuestas o ayuda con un buzón de correo: escriba, y respondemos por correo.",
  nome: "Nombre",
  email: "Correo",
  telefone: "Teléfono",
  empresa: "Empresa",
  assunto: "Asunto",
  opcional: "opcional",
  mensagem: "Mensaje",
  enviar: "Enviar mensaje",
  enviada: "Mensaje enviado",
  copia: (email) => `Responderemos a ${email}.`,
  outra: "Escribir otro",
};
