import { ActionIcon, Checkbox, Fieldset, Popover, Radio, SimpleGrid } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import type { Side } from "../../../rpc/documents/queries.ts";
import { useOwner } from "../../../rpc/session/current-user.ts";
import { displayTexts as texts } from "../../../texts/lists/nota-batch.ts";
import { notasTexts } from "../../../texts/lists/notas.ts";
import { DENSITIES, useDensity } from "../../../ui/list/density.ts";
import { type ColumnLayout, hideColumn, optionalColumnsOf, showColumn } from "./column-layout.ts";

const GROUP = { variant: "unstyled", mb: 16, classNames: { legend: "campo-rotulo" } } as const;

/** Button that opens the choice of columns and row density; each change applies at once. */
export function DisplayButton(props: {
  side: Side;
  columns: ColumnLayout;
  onColumns: (columns: ColumnLayout | null) => void;
}): React.JSX.Element {
  const { side, columns, onColumns } = props;
  const [density, setDensity] = useDensity(useOwner());
  return (
    <Popover position="bottom-end" shadow="md" width={440} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          size={28}
          className="sem-impressao"
          aria-label={notasTexts.exibicao}
          data-dica={notasTexts.exibicao}
        >
          <IconAdjustmentsHorizontal size={16} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className="menu" p={16} aria-label={texts.rotulo}>
        <Fieldset {...GROUP} legend={texts.densidade}>
          <SimpleGrid cols={2} spacing={8} verticalSpacing={8}>
            {DENSITIES.map((each) => (
              <Radio
                key={each}
                size="xs"
                name="densidade"
                checked={each === density}
                onChange={() => setDensity(each)}
                label={texts.densidades[each]}
              />
            ))}
          </SimpleGrid>
        </Fieldset>
        <Fieldset {...GROUP} legend={texts.colunas}>
          <SimpleGrid cols={2} spacing={8} verticalSpacing={8}>
            {optionalColumnsOf(side).map((chave) => (
              <Checkbox
                key={chave}
                size="xs"
                checked={columns.some(({ key }) => key === chave)}
                onChange={({ currentTarget: { checked } }) =>
                  onColumns(checked ? showColumn(columns, chave) : hideColumn(columns, chave))
                }
                label={texts.nomes[side][chave]}
              />
            ))}
          </SimpleGrid>
        </Fieldset>
        <button type="button" className="acao-barra" onClick={() => onColumns(null)}>
          {texts.padrao}
        </button>
      </Popover.Dropdown>
    </Popover>
  );
}
