import { Popover } from "@mantine/core";
import type { Side } from "../../../rpc/documents/queries.ts";
import { useOwner } from "../../../rpc/session/current-user.ts";
import { displayTexts as texts } from "../../../texts/lists/nota-batch.ts";
import { DENSITIES, useDensity } from "../../../ui/list/density.ts";
import classes from "./DisplayPanel.module.css";
import { type ColumnKey, optionalColumnsOf } from "./visible-columns.ts";

/** Popover with the choice of columns and row density; each change applies at once. */
export function DisplayPanel(props: {
  side: Side;
  columns: readonly ColumnKey[];
  onColumns: (columns: readonly ColumnKey[] | null) => void;
  trigger: React.ReactElement;
}): React.JSX.Element {
  const { side, columns, onColumns, trigger } = props;
  const [density, setDensity] = useDensity(useOwner());
  return (
    <Popover position="bottom-end" shadow="md" width={280} trapFocus returnFocus>
      <Popover.Target>{trigger}</Popover.Target>
      <Popover.Dropdown className={classes.painel} aria-label={texts.rotulo}>
        <fieldset className={classes.grupo}>
          <legend>{texts.densidade}</legend>
          {DENSITIES.map((each) => (
            <label key={each} className={classes.linha}>
              <input
                type="radio"
                name="densidade"
                checked={each === density}
                onChange={() => setDensity(each)}
              />
              {texts.densidades[each]}
            </label>
          ))}
        </fieldset>
        <fieldset className={classes.grupo}>
          <legend>{texts.colunas}</legend>
          {optionalColumnsOf(side).map((chave) => (
            <label key={chave} className={classes.linha}>
              <input
                type="checkbox"
                checked={columns.includes(chave)}
                onChange={({ currentTarget }) =>
                  onColumns(
                    currentTarget.checked ? [...columns, chave] : columns.filter((other) => other !== chave),
                  )
                }
              />
              {texts.nomes[side][chave]}
            </label>
          ))}
        </fieldset>
        <button type="button" className="acao-barra" onClick={() => onColumns(null)}>
          {texts.padrao}
        </button>
      </Popover.Dropdown>
    </Popover>
  );
}
