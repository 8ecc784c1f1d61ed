import type * as source from "../../../texts/app/general.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of the application shell. */
export const general: Translated<typeof source.general> = {
  nome: "Malote",
  irParaConteudo: "Ir al contenido",
  lateral: "Barra lateral",
  menuPrincipal: "Menú principal",
  abrirMenu: "Abrir el menú",
  fecharMenu: "Cerrar el menú",
  fechar: "Cerrar",
  cancelar: "Cancelar",
  naoSalvas: "Cambios sin guardar",
  nadaMudou: "No se cambió nada",
  rascunho: "Lo que había escrito está de vuelta. Todavía no se guardó.",
  mostrarSenha: "Mostrar la contraseña",
  esconderSenha: "Ocultar la contraseña",
  tentarDeNovo: "Intentar de nuevo",
  copiar: "Copiar",
  copiado: "Copiado.",
  copiarFalhou: "El navegador no permitió copiar. Seleccione el texto y cópielo.",
  carregando: "Cargando…",
  desfazer: "Deshacer",
  acoes: "Acciones",
  nenhumValor: "–",
  busca: "Buscar por clave, número, CNPJ o nombre",
  buscaRotulo: "Buscar documentos",
  demonstracao: "Demostración",
  demonstracaoDica: "Cuenta de demostración: empresas, documentos y SEFAZ son inventados.",
  minhaConta: "Mi cuenta",
  atalhos: "Atajos de teclado",
  avisos: "Avisos",
  plano: (documentos, limite) => `${documentos} de ${limite} DF-e en el mes`,
  tema: "Tema",
  temas: { light: "Claro", dark: "Oscuro", auto: "Del sistema" },
  sair: "Cerrar sesión",
  menuUsuario: (nome) => `Menú de ${nome}`,
  telas: {
    painel: "Panel",
    emitidos: "DF-e emitidos",
    recebidos: "DF-e recibidos",
    auditor: "Auditor",
    emails: "Correos",
    importacao: "Importación",
    repositorio: "Repositorio",
    administrador: "Administrador",
  },
  muitas: "999+",
  emAberto: (total) => `${total} NF-e y CT-e por procesar en el ERP, sin contar los que están en cuarentena`,
  sessaoEncerrada: "Su sesión terminó. Inicie sesión de nuevo para continuar.",
};

/** Spanish texts of the confirmation before unsaved changes are lost. */
export const leaveTexts: Translated<typeof source.leaveTexts> = {
  titulo: "¿Descartar los cambios?",
  texto: "Los cambios de este formulario se perderán.",
  acao: "Descartar",
  cancelar: "Seguir editando",
};

export const failureTexts: Translated<typeof source.failureTexts> = {
  recusa: "No se pudo completar",
  naoEncontrado: "La dirección está incompleta, o el contenido es de otra cuenta.",
  nadaPerdido: "No se perdió nada.",
  interna: "Error en el servidor",
  internaTexto: "El error quedó registrado. Si continúa, hable con el soporte.",
  internaPedido: (pedido) => `Informe al soporte el código ${pedido}.`,
  tela: "Esta pantalla encontró un error",
  telaTexto: "Sus datos están guardados. Recargue la página para continuar.",
  recarregar: "Recargar",
};

export const caixaStateTexts: Translated<typeof source.caixaStateTexts> = {
  coletando: (ok, total) => `${ok} de ${total} ${total === 1 ? "buzón" : "buzones"} en lectura`,
  nenhuma: "Ningún buzón de correo",
  semColeta: "Todavía sin lecturas",
  ultima: (quando) => `Última lectura ${quando}`,
  erro: (descricao, causa) => `${descricao}: ${causa}`,
  silenciosa: (descricao) => `${descricao}: sin actividad`,
  silenciosas: (n) => `${n} buzones sin actividad`,
  ver: "Ver los buzones de correo",
  conectar: "Conectar un buzón de correo",
  pedirConexao: "Pida a un administrador de la cuenta que conecte el primero.",
};

export const pagerTexts: Translated<typeof source.pagerTexts> = {
  anterior: "Página anterior",
  proxima: "Página siguiente",
  navegacao: "Páginas de la lista",
  posicao: "Página",
  irPara: (pages) => `Ir a la página, de 1 a ${pages}`,
  linhas: "Documentos por página",
  de: (total) => `de ${total}`,
  documentos: (total) => (total === "1" ? "1 documento" : `${total} documentos`),
  emails: (total) => (total === "1" ? "1 correo" : `${total} correos`),
  maisDe: (total) => `más de ${total}`,
  novos: (count) => (count === 1 ? "1 nuevo" : `${count} nuevos`),
};

export const shortcutHints: Translated<typeof source.shortcutHints> = {
  dicas: { mover: "mover", selecionar: "seleccionar", abrir: "abrir", atalhos: "atajos" },
};
