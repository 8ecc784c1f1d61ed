import { Popover } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import type { Side } from "../../../rpc/documents/queries.ts";
import { useOwner } from "../../../rpc/session/current-user.ts";
import { displayTexts as texts } from "../../../texts/lists/nota-batch.ts";
import { notasTexts } from "../../../texts/lists/notas.ts";
import { DENSITIES, useDensity } from "../../../ui/list/density.ts";
import classes from "./DisplayButton.module.css";
import { type ColumnKey, optionalColumnsOf } from "./visible-columns.ts";

/** Button that opens the choice of columns and row density; each change applies at once. */
export function DisplayButton(props: {
  side: Side;
  columns: readonly ColumnKey[];
  onColumns: (columns: readonly ColumnKey[] | null) => void;
}): React.JSX.Element {
  const { side, columns, onColumns } = props;
  const [density, setDensity] = useDensity(useOwner());
  return (
    <Popover position="bottom-end" shadow="md" width={280} trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className="icone icone-pequeno sem-impressao"
          aria-label={notasTexts.exibicao}
          data-dica={notasTexts.exibicao}
        >
          <IconAdjustmentsHorizontal size={16} stroke={1.6} aria-hidden="true" />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={`menu ${classes.panel}`} aria-label={texts.rotulo}>
        <fieldset>
          <legend className="t-rotulo">{texts.densidade}</legend>
          {DENSITIES.map((each) => (
            <label key={each} className={classes.row}>
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
        <fieldset>
          <legend className="t-rotulo">{texts.colunas}</legend>
          {optionalColumnsOf(side).map((chave) => (
            <label key={chave} className={classes.row}>
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
