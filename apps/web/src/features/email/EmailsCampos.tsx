import { NativeSelect, Popover } from "@mantine/core";
import { filtros } from "../../textos/filtros.ts";
import classes from "./EmailsCampos.module.css";
import { ANEXOS, type Filtro, PERIODOS } from "./filtro.ts";

/** The filters most used, in a panel under their button. */
export function EmailsCampos(props: {
  filtro: Filtro;
  onChange: (filtro: Filtro) => void;
  botao: React.ReactElement;
  aberto: boolean;
}): React.JSX.Element {
  const { filtro, onChange, botao, aberto } = props;
  return (
    <Popover position="bottom-end" shadow="md" width={280} trapFocus returnFocus defaultOpened={aberto}>
      <Popover.Target>{botao}</Popover.Target>
      <Popover.Dropdown className={classes.painel} aria-label={filtros.filtrar}>
        <NativeSelect
          label={filtros.campos.data}
          value={filtro.data}
          data={PERIODOS.map((value) => ({ value, label: filtros.periodos[value] }))}
          onChange={(event) => onChange({ ...filtro, data: event.currentTarget.value as Filtro["data"] })}
        />
        <NativeSelect
          label={filtros.campos.anexo}
          value={filtro.anexo}
          data={[
            { value: "", label: filtros.todos },
            ...ANEXOS.map((value) => ({ value, label: filtros.anexos[value] })),
          ]}
          onChange={(event) => onChange({ ...filtro, anexo: event.currentTarget.value as Filtro["anexo"] })}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
