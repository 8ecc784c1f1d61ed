import type * as source from "../../../texts/operator/pages.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of the operator's backups page. */
export const backupTexts: Translated<typeof source.backupTexts> = {
  painel: "Copia de seguridad",
  titulo: "Copias de seguridad",
  fazerAgora: "Hacer ahora",
  pedidoFeito: "Copia de seguridad pedida. Empieza en unos instantes.",
  pedido: (hora) => `pedida a las ${hora}, todavía no empezó`,
  fazendo: (hora) => (hora ? `en curso desde las ${hora}` : "en curso"),
  feito: (quando) => `Hecha ${quando}`,
  em: (tamanho, duracao) => `${tamanho} en ${duracao}`,
  guardado: (destino) => `guardada en ${destino}`,
  falhou: (quando) => `Falló ${quando}`,
  nunca: "No se hizo ninguna copia de seguridad",
  nuncaTexto: "La primera se hace automáticamente. Para no esperar, use Hacer ahora.",
  conferido: (quando) => `Verificada por completo ${quando}`,
  conferidoEmParte: (quando) => `Verificada en parte ${quando}`,
  conferenciaFalhou: (quando) => `La verificación falló ${quando}`,
  lidos: (documentos) =>
    documentos === "1"
      ? "1 documento leído, idéntico byte a byte"
      : `${documentos} documentos leídos, idénticos byte a byte`,
  inteiro: "todo su contenido se leyó y coincide",
  nuncaConferido: "Nunca se verificó",
  nuncaConferidoTexto: "Para verificar la copia de seguridad, ejecute: npm run backup -- conferir",
  semDestino: "Copia de seguridad sin configurar",
  semDestinoTexto: "Defina BACKUP_DESTINO (una carpeta o s3://…) y una contraseña en BACKUP_SENHA_ARQUIVO.",
  total: (n) => (n === 1 ? "1 ejecución" : `${n} ejecuciones`),
  vazio: "Ninguna copia de seguridad todavía",
  vazioTexto: "Las ejecuciones aparecen aquí con el resultado, el tamaño y la duración.",
  colunas: {
    quando: "Cuándo",
    tipo: "Qué",
    resultado: "Resultado",
    tamanho: "Tamaño",
    duracao: "Duración",
    documentos: "Documentos",
    detalhe: "Detalle",
  },
  notas: (n) => (n === "1" ? "1 documento" : `${n} documentos`),
  tipos: { criar: "Copia de seguridad", conferir: "Verificación", restaurar: "Restauración" },
  resultados: { ok: "Hecha", falhou: "Falló", andando: "En curso" },
  guardados: (destino) => `Guardadas en ${destino}`,
  novos: (tamanho) => `${tamanho} nuevos`,
};

/** Spanish texts of the operator's list of mailboxes of all contas. */
export const allCaixasTexts: Translated<typeof source.allCaixasTexts> = {
  painel: "Buzones con error",
  titulo: "Buzones",
  ver: (n) => (n === "1" ? "Ver el buzón" : `Ver los ${n}`),
  verErros: (n) => `Ver los ${n} con error`,
  ha: (duracao) => `hace ${duracao}`,
  nenhumaEmErro: "Ningún buzón con error.",
  total: (n) => (n === "1" ? "1 buzón" : `${n} buzones`),
  abas: { rotulo: "Qué buzones", erro: "Con error", todas: "Todos" },
  vazio: "Ningún buzón",
  vazioTexto: "Los buzones aparecen aquí en cuanto las cuentas los conectan.",
  vazioErro: "Ningún buzón con error",
  vazioErroTexto: "Todos los buzones conectados responden.",
  coletando: "En lectura",
  nunca: "nunca",
  colunas: {
    endereco: "Buzón",
    conta: "Cuenta",
    servidor: "Servidor",
    situacao: "Estado",
    coleta: "Última lectura",
  },
};

/** Spanish texts of the certificados that expire soon. */
export const expiringCertificadosTexts: Translated<typeof source.expiringCertificadosTexts> = {
  painel: "Certificados por vencer",
  nenhum: "Ninguno vence en los próximos 30 días.",
  ver: (n) => `Ver los ${n}`,
  vence: (tipo, data, em) => `${tipo}, vence el ${data}, ${em}`,
  venceu: (tipo, data) => `${tipo}, venció el ${data}`,
  em: (dias) => `en ${dias}`,
  ha: (dias) => `hace ${dias}`,
  hoje: "hoy",
};

/** Spanish texts of the warning e-mail to a conta. */
export const warnContaTexts: Translated<typeof source.warnContaTexts> = {
  acao: "Avisar a la cuenta",
  acaoDe: (nome) => `Avisar a la cuenta sobre ${nome}`,
  avisada: (quando) => `avisada ${quando}`,
  feito: "Se avisó a la cuenta por correo.",
};

/** Spanish texts of the operators' action log. */
export const operatorLogTexts: Translated<typeof source.operatorLogTexts> = {
  titulo: "Registros",
  total: (n) => (n === "1" ? "1 registro" : `${n} registros`),
  vazio: "Ningún registro",
  vazioTexto:
    "Las acciones de los operadores (pausas, nuevos intentos, pedidos y avisos) quedan registradas aquí.",
  colunas: { quando: "Cuándo", usuario: "Quién", texto: "Qué", conta: "Cuenta", detalhe: "Detalle" },
};

/** Spanish texts of the installation's settings. */
export const settingsTexts: Translated<typeof source.settingsTexts> = {
  titulo: "Configuración",
  total: (n) => (n === "1" ? "1 variable" : `${n} variables`),
  colunas: { nome: "Variable", valor: "Valor", origem: "Origen" },
  definida: "Definida",
  padrao: "Predeterminada",
  secreta: "definida, no se muestra",
  vazio: "sin valor",
  comoMudar: "Solo lectura: los valores vienen del entorno del servidor y cambian cuando se reinicia.",
};
