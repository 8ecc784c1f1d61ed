import { AUDITOR_TIPOS } from "@malote/contract";
import { NativeSelect, Popover } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { empresasQuery } from "../../rpc/empresas.ts";
import { auditor as textos } from "../../textos/auditor.ts";
import { filtros } from "../../textos/filtros.ts";
import classes from "./AuditorCampos.module.css";
import { type Filtro, PERIODOS, STATUS } from "./filtro.ts";

/** The filters most used, in a panel under their button. */
export function AuditorCampos(props: {
  filtro: Filtro;
  onChange: (filtro: Filtro) => void;
  botao: React.ReactElement;
  aberto: boolean;
}): React.JSX.Element {
  const { filtro, onChange, botao, aberto } = props;
  const { data: empresas = [] } = useQuery(empresasQuery);
  const campos: { rotulo: string; campo: keyof Filtro; opcoes: { value: string; label: string }[] }[] = [
    {
      rotulo: textos.campos.evento,
      campo: "evento",
      opcoes: PERIODOS.map((value) => ({ value, label: filtros.periodos[value] })),
    },
    {
      rotulo: textos.campos.tipo,
      campo: "tipo",
      opcoes: [
        { value: "", label: filtros.todos },
        ...AUDITOR_TIPOS.map((value) => ({ value, label: textos.tipos[value] })),
      ],
    },
    {
      rotulo: textos.campos.status,
      campo: "status",
      opcoes: [
        { value: "0", label: filtros.todas },
        ...STATUS.map((value) => ({ value: String(value), label: textos.status[value] })),
      ],
    },
    {
      rotulo: textos.campos.empresa,
      campo: "empresa",
      opcoes: [
        { value: "", label: filtros.todas },
        ...empresas.map(({ id, nome }) => ({ value: id, label: nome })),
      ],
    },
  ];
  const put = (campo: keyof Filtro, valor: string): void =>
    onChange({ ...filtro, [campo]: campo === "status" ? Number(valor) : valor });
  return (
    <Popover position="bottom-end" shadow="md" width={300} trapFocus returnFocus defaultOpened={aberto}>
      <Popover.Target>{botao}</Popover.Target>
      <Popover.Dropdown className={classes.painel} aria-label={filtros.filtrar}>
        {campos.map(({ rotulo, campo, opcoes }) => (
          <NativeSelect
            key={campo}
            label={rotulo}
            value={String(filtro[campo])}
            data={opcoes}
            onChange={(event) => put(campo, event.currentTarget.value)}
          />
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}
