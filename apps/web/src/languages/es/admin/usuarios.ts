import type * as source from "../../../texts/admin/usuarios.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of the list of users. */
export const usuariosTexts: Translated<typeof source.usuariosTexts> = {
  lista: "Usuarios",
  novo: "Invitar usuario",
  total: (n) => (n === 1 ? "1 usuario" : `${n} usuarios`),
  ordens: { nomeCompleto: "Nombre completo", usuario: "Usuario", email: "Correo" },
  colunas: {
    usuario: "Usuario",
    email: "Correo",
    papel: "Permiso",
    situacao: "Estado",
    acesso: "Último acceso",
  },
  permissoes: {
    proprietario: "Propietario",
    administrador: "Administrador",
    usuario: "Usuario",
    manifesta: "manifiesta",
    empresas: (n) => (n === 1 ? "solo 1 empresa" : `solo ${n} empresas`),
  },
  situacoes: {
    ativo: "Activo",
    inativo: "Inactivo",
    convidado: "Invitación enviada",
    vencido: "Invitación vencida",
  },
  nunca: "Todavía no inició sesión",
  voce: "usted",
  abrir: (nome) => `Abrir el usuario ${nome}`,
  acoes: (nome) => `Acciones del usuario ${nome}`,
  menu: {
    abrir: "Abrir",
    reenviar: "Reenviar invitación",
    senha: "Enviar enlace de nueva contraseña",
    ativar: "Activar",
    inativar: "Desactivar",
    excluir: "Eliminar",
  },
  senhaEnviada: (email) => `Enlace de nueva contraseña enviado a ${email}.`,
  inativar: {
    titulo: (nome) => `¿Desactivar a ${nome}?`,
    texto:
      "Las sesiones abiertas terminan ahora, y ya no es posible iniciar sesión con este usuario hasta que se reactive.",
    acao: "Desactivar",
  },
  excluir: {
    titulo: (nome) => `¿Eliminar a ${nome}?`,
    texto:
      "El usuario deja de existir, y sus datos personales se borran. Lo que hizo sigue en el registro de la cuenta.",
    acao: "Eliminar usuario",
    feita: (nome) => `Usuario ${nome} eliminado.`,
  },
};

/** Spanish texts of the form of one user. */
export const usuarioTexts: Translated<typeof source.usuarioTexts> = {
  novoTitulo: "Invitar usuario",
  subtitulo: "usuario",
  voltar: "Volver a los usuarios",
  lado: "Lo que el usuario puede hacer",
  campos: {
    nomeCompleto: "Nombre completo",
    nome: "Nombre corto",
    nomeDica: "El que aparece en el menú y en los avisos.",
    nomeUsuario: "Nombre de usuario",
    nomeUsuarioDica: "La persona inicia sesión con él y con el identificador de la cuenta.",
    email: "Correo",
    emailDica: "Recibe la invitación, los avisos y el enlace de nueva contraseña.",
    administrador: "Administrador",
    administradorDica: "Registra empresas, usuarios y buzones, envía certificados y libera de la cuarentena.",
    administradorProprio: "Solo otro administrador puede quitarle su permiso.",
    senhaAtual: "Contraseña actual",
    senhaAtualDica: "Para cambiar su correo, confirme que es usted: con él se crea una nueva contraseña.",
    manifestacao: "Manifestación del destinatario",
    manifestacaoDica: "Declara a la SEFAZ, en nombre de las empresas, qué ocurrió con las NF-e recibidas.",
    restrito: "Solo algunas empresas",
    restritoDica: "Ve únicamente los documentos, los totales y los correos de las empresas marcadas.",
    empresas: "Empresas que ve",
    semEmpresas: "Ninguna empresa marcada: no ve ningún documento.",
  },
  convidar: "Invitar",
  salvar: "Guardar",
  salvo: (nome) => `Usuario ${nome} guardado.`,
  convidado: (email) => `Invitación enviada a ${email}.`,
  convite: {
    titulo: "Invitación",
    ate: (quando) => `El enlace vale hasta ${quando}.`,
    vencido: "El enlace venció.",
    reenviar: "Reenviar invitación",
  },
  depois: {
    titulo: "Después de invitar",
    texto:
      "La persona recibe un enlace por correo, elige su contraseña y ya inicia sesión. El enlace vale por 72 horas.",
  },
};
