import classes from "./DataTable.module.css";

/** One column of a table. `largura` is a CSS width; columns without it share the remaining width. */
export type Coluna<T> = {
  chave: string;
  titulo: React.ReactNode;
  largura?: string;
  lado?: "esquerda" | "direita" | "meio";
  ordem?: "ascending" | "descending";
  /** Hidden in print. */
  semPapel?: boolean;
  celula: (linha: T) => React.ReactNode;
};

/** A table with a sticky header. Selection and focus are styled on the row. */
export function DataTable<T>(props: {
  rotulo: string;
  colunas: readonly Coluna<T>[];
  linhas: readonly T[];
  chaveDe: (linha: T) => string;
  selecionada?: (linha: T) => boolean;
  onAbrir?: (linha: T) => void;
  /** Minimum width in pixels; below it the table scrolls. */
  larguraMinima?: number;
  /**
   * Reuses the rows of the previous page, several times faster: only for cells without state of their
   * own.
   */
  reusa?: boolean;
}): React.JSX.Element {
  const { rotulo, colunas, linhas, chaveDe, selecionada, onAbrir, larguraMinima, reusa } = props;
  return (
    <table className={classes.tabela} aria-label={rotulo} style={{ minWidth: larguraMinima }}>
      <colgroup>
        {colunas.map((coluna) => (
          <col
            key={coluna.chave}
            className={coluna.semPapel ? "sem-impressao" : undefined}
            style={coluna.largura ? { width: coluna.largura } : undefined}
          />
        ))}
      </colgroup>
      <thead>
        <tr>
          {colunas.map((coluna) => (
            <th
              key={coluna.chave}
              scope="col"
              className={coluna.semPapel ? "sem-impressao" : undefined}
              data-lado={coluna.lado}
              aria-sort={coluna.ordem}
            >
              {coluna.titulo}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {linhas.map((linha, lugar) => (
          <tr
            key={reusa ? lugar : chaveDe(linha)}
            data-linha={chaveDe(linha)}
            data-selecionada={selecionada?.(linha) ? true : undefined}
            onClick={(event) => {
              if (onAbrir && isPlainClick(event)) onAbrir(linha);
            }}
          >
            {colunas.map((coluna) => (
              <td
                key={coluna.chave}
                className={coluna.semPapel ? "sem-impressao" : undefined}
                data-lado={coluna.lado}
              >
                {coluna.celula(linha)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A click on the row itself: not on an interactive element in it, nor the end of a text selection. */
function isPlainClick(event: React.MouseEvent): boolean {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey) return false;
  if (event.target instanceof Element && event.target.closest("a, button, input, label")) return false;
  return (window.getSelection()?.toString() ?? "") === "";
}
