import type { passkeyTexts as source } from "../../../texts/app/passkeys.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/app/passkeys.ts`. */
export const passkeyTexts: Translated<typeof source> = {
  entrar: "Iniciar sesión con passkey",
  usar: "Usar la passkey",
  naoUsada: "La passkey no se usó. Intente de nuevo o use otra opción.",
  titulo: "Passkeys",
  texto:
    "Inicie sesión con la huella, el rostro o el PIN de su dispositivo, sin escribir la contraseña. Después de registrar una passkey, la contraseña sola ya no basta para iniciar sesión.",
  nenhuma: "Ninguna passkey registrada.",
  cadastrar: "Registrar passkey",
  nome: "Nombre de la passkey",
  nomeDica: "Para que la reconozca después: el dispositivo o la llave donde se guarda.",
  salvar: "Guardar",
  renomear: "Cambiar nombre",
  renomearDe: (nome) => `Cambiar el nombre de la passkey ${nome}`,
  remover: "Quitar",
  removerDe: (nome) => `Quitar la passkey ${nome}`,
  removerTitulo: (nome) => `¿Quitar la passkey ${nome}?`,
  removerTexto: "Deja de servir para iniciar sesión. Si quiere, bórrela también en el dispositivo.",
  ultima:
    "Es su última passkey: sin ella el segundo factor se desactiva. Confirme con ella o con un código de respaldo.",
  nunca: "todavía sin usar",
  cadastrada: (quando) => `registrada el ${quando}`,
  usada: (quando) => `usada ${quando}`,
  sincronizada: "sincronizada entre dispositivos",
  criada: "Passkey registrada.",
  renomeada: "Nombre de la passkey cambiado.",
  removida: "Passkey quitada.",
  cheia: (limite) => `Ya tiene ${limite} passkeys, el máximo.`,
  semEndereco:
    "Las passkeys no están disponibles: el navegador exige un nombre de dominio con HTTPS y no acepta una dirección IP. Pida a quien opera Malote una dirección así (PUBLIC_URL).",
  outroEndereco: (aqui) =>
    `Las passkeys no están disponibles en ${aqui}: cada passkey vale para un nombre de dominio, y no para una dirección IP. Este Malote acepta passkeys en `,
  semNavegador: "Este navegador no acepta passkeys.",
};
