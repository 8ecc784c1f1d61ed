import type * as source from "../../../texts/names/notices.ts";
import type { Translated } from "../../translated.ts";

/** Spanish notice before the auditor is turned on. */
export const auditorNotices: Translated<typeof source.auditorNotices> = {
  aviso:
    "Active el auditor solo si ningún otro programa (ERP, contabilidad, otro sistema) busca en la SEFAZ los documentos de este CNPJ. La SEFAZ acepta un programa por CNPJ: cuando dos piden, bloquea el CNPJ durante una hora y los dos quedan sin documentos.",
};

/** Spanish sentences of why the last collection of a caixa failed. */
export const caixaFailures: Translated<typeof source.caixaFailures> = {
  dns: "No se encontró la dirección del servidor. Revise el nombre del servidor.",
  "endereco-proibido": "El servidor apunta a una dirección interna, a la que Malote no accede.",
  recusada: "El servidor rechazó la conexión. Revise el servidor y el puerto.",
  tempo: "El servidor tardó demasiado en responder. Lo intentaremos de nuevo.",
  tls: "La conexión segura falló: el certificado del servidor no es de confianza.",
  senha: "El servidor rechazó el usuario o la contraseña. Revise los datos del buzón.",
  autorizacao: "El proveedor ya no acepta la autorización de acceso. Autorice el buzón de nuevo.",
  pasta: "La carpeta elegida no existe en el buzón. Revise su nombre.",
  protocolo: "El servidor respondió fuera del estándar. Revise el servidor, el puerto y el tipo de buzón.",
  interrompida: "La conexión se cortó durante la lectura del buzón. Lo intentaremos de nuevo.",
  "nao-apaga":
    "El servidor no permite borrar mensajes uno por uno. Los correos se siguen leyendo; desactive el borrado en este buzón o bórrelos en el servidor.",
  "grande-demais": "Un mensaje supera el tamaño permitido y quedó en el servidor.",
  interna: "La lectura falló por un problema de Malote, no del buzón. Lo intentaremos de nuevo.",
};
