import type { shortcutList as source } from "../../../texts/app/shortcut-list.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/app/shortcut-list.ts`. */
export const shortcutList: Translated<typeof source> = {
  ligados: "Atajos de una tecla",
  ligadosDica: "Desactívelos si usa comandos de voz o lector de pantalla.",
  grupos: [
    {
      titulo: "En cualquier pantalla",
      teclas: [
        { teclas: ["Ctrl", "K"], texto: "Buscar" },
        { teclas: ["/"], texto: "Buscar" },
        { teclas: ["G", "D"], texto: "Ir a Panel" },
        { teclas: ["G", "E"], texto: "Ir a DF-e emitidos" },
        { teclas: ["G", "R"], texto: "Ir a DF-e recibidos" },
        { teclas: ["G", "U"], texto: "Ir a Auditor" },
        { teclas: ["G", "M"], texto: "Ir a Correos" },
        { teclas: ["G", "I"], texto: "Ir a Importación" },
        { teclas: ["G", "P"], texto: "Ir a Repositorio" },
        { teclas: ["G", "A"], texto: "Ir a Administrador" },
        { teclas: ["?"], texto: "Mostrar estos atajos" },
      ],
    },
    {
      titulo: "En las listas",
      teclas: [
        { teclas: ["J"], texto: "Fila siguiente" },
        { teclas: ["K"], texto: "Fila anterior" },
        { teclas: ["X"], texto: "Seleccionar la fila" },
        { teclas: ["Enter"], texto: "Abrir la fila" },
        { teclas: ["["], texto: "Página anterior" },
        { teclas: ["]"], texto: "Página siguiente" },
      ],
    },
    {
      titulo: "En las listas de documentos",
      teclas: [
        { teclas: ["Shift", "clic"], texto: "Seleccionar desde la última fila hasta esta" },
        { teclas: ["Espacio"], texto: "Mostrar al lado de la lista, o cerrar" },
        { teclas: ["↑"], texto: "Fila anterior" },
        { teclas: ["↓"], texto: "Fila siguiente" },
        { teclas: ["←"], texto: "Control anterior de la fila" },
        { teclas: ["→"], texto: "Control siguiente de la fila" },
        { teclas: ["R"], texto: "Marcar o desmarcar recibido" },
        { teclas: ["C"], texto: "Marcar o desmarcar verificado" },
        { teclas: ["P"], texto: "Marcar o desmarcar procesado" },
        { teclas: ["F"], texto: "Filtrar por este emisor o destinatario" },
        { teclas: ["Esc"], texto: "Cerrar el panel lateral" },
      ],
    },
    {
      titulo: "En el documento y en el correo",
      teclas: [
        { teclas: ["J"], texto: "Siguiente de la lista" },
        { teclas: ["K"], texto: "Anterior de la lista" },
        { teclas: ["Esc"], texto: "Volver a la lista" },
      ],
    },
  ],
};
