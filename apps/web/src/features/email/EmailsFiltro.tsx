import { Button, NativeSelect, Popover } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { filtros } from "../../textos/filtros.ts";
import { Chip } from "../../ui/Chip.tsx";
import { FiltroTotal } from "../../ui/FiltroTotal.tsx";
import classes from "./EmailsFiltro.module.css";
import { ANEXOS, type Filtro, fichasOf, INICIAL, LIVRE, PERIODOS } from "./filtro.ts";

/** The filters most used, one choice away from the list. */
export function EmailsFiltro(props: {
  filtro: Filtro;
  onChange: (filtro: Filtro) => void;
}): React.JSX.Element {
  const { filtro, onChange } = props;
  const total = fichasOf(filtro).length;
  return (
    <Popover position="bottom-end" shadow="md" width={280} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          className="botao-icone"
          leftSection={<IconFilter size={16} stroke={1.6} aria-hidden="true" />}
          rightSection={<FiltroTotal total={total} />}
        >
          {filtros.filtrar}
        </Button>
      </Popover.Target>
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

/** The active filters, each with its way out. */
export function EmailsFichas(props: {
  filtro: Filtro;
  onChange: (filtro: Filtro) => void;
}): React.JSX.Element {
  const { filtro, onChange } = props;
  const fichas = fichasOf(filtro);
  return (
    <>
      {fichas.length > 0 && (
        <ul aria-label={filtros.lista} style={{ display: "contents" }}>
          {fichas.map((ficha) => (
            <Chip
              key={ficha.campo}
              campo={ficha.campo}
              valor={ficha.valor}
              onRemove={() => onChange(ficha.sem)}
            />
          ))}
        </ul>
      )}
      <button
        type="button"
        className="acao-barra"
        onClick={() => onChange(fichas.length > 0 ? LIVRE : INICIAL)}
      >
        {fichas.length > 0 ? filtros.limpar : filtros.padrao}
      </button>
    </>
  );
}
