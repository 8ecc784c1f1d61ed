import { formatTipoNota, TIPOS_NOTA, UFS } from "@malote/syntax";
import { Button, NativeSelect, Popover } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { filtros } from "../../textos/filtros.ts";
import { FiltroTotal } from "../../ui/FiltroTotal.tsx";
import classes from "./FiltroBotao.module.css";
import { type Filtro, fichasOf, PERIODOS, type Periodo } from "./filtro.ts";

type Opcao = { value: string; label: string };

/** The filters most used, one choice away from the list. */
export function FiltroBotao(props: {
  filtro: Filtro;
  onChange: (filtro: Filtro) => void;
}): React.JSX.Element {
  const { filtro, onChange } = props;
  const total = fichasOf(filtro).length;
  return (
    <Popover position="bottom-end" shadow="md" width={320} trapFocus returnFocus>
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
        <Campos filtro={filtro} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Campos({
  filtro,
  onChange,
}: {
  filtro: Filtro;
  onChange: (filtro: Filtro) => void;
}): React.JSX.Element {
  const { campos, marcas } = filtros;
  const marca = (chave: "erp" | "recebido" | "conferido"): React.JSX.Element => (
    <Escolha
      rotulo={campos[chave]}
      valor={filtro[chave]}
      opcoes={[
        { value: "todos", label: filtros.todos },
        { value: "nao", label: marcas[chave].nao },
        { value: "sim", label: marcas[chave].sim },
      ]}
      onChange={(valor) => onChange({ ...filtro, [chave]: valor as Filtro["erp"] })}
    />
  );
  return (
    <div className={classes.grade}>
      <Escolha
        rotulo={campos.emissao}
        valor={filtro.emissao}
        opcoes={periodoOpcoes(filtro.emissao)}
        onChange={(valor) => onChange({ ...filtro, emissao: valor as Periodo })}
      />
      <Escolha
        rotulo={campos.tipo}
        valor={filtro.tipos[0] ?? ""}
        opcoes={[
          { value: "", label: filtros.todos },
          ...TIPOS_NOTA.map((tipo) => ({ value: tipo, label: formatTipoNota(tipo) })),
        ]}
        onChange={(valor) => onChange({ ...filtro, tipos: TIPOS_NOTA.filter((tipo) => tipo === valor) })}
      />
      {marca("erp")}
      {marca("recebido")}
      {marca("conferido")}
      <Escolha
        rotulo={campos.uf}
        valor={filtro.uf}
        opcoes={[
          { value: "", label: filtros.todas },
          ...UFS.map(({ sigla }) => ({ value: sigla, label: sigla })),
        ]}
        onChange={(uf) => onChange({ ...filtro, uf })}
      />
      <Escolha
        rotulo={campos.situacao}
        valor={filtro.quarentena ? "quarentena" : ""}
        opcoes={[
          { value: "", label: filtros.todas },
          { value: "quarentena", label: filtros.situacoes.quarentena },
        ]}
        onChange={(valor) => onChange({ ...filtro, quarentena: valor === "quarentena" })}
      />
    </div>
  );
}

function Escolha(props: {
  rotulo: string;
  valor: string;
  opcoes: Opcao[];
  onChange: (valor: string) => void;
}): React.JSX.Element {
  return (
    <NativeSelect
      label={props.rotulo}
      value={props.valor}
      data={props.opcoes}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}

function periodoOpcoes(atual: Periodo): Opcao[] {
  const opcoes = PERIODOS.map((value) => ({ value, label: filtros.periodos[value] as string }));
  if (opcoes.some((opcao) => opcao.value === atual)) return opcoes;
  const [de = "", ate = ""] = atual.split("..");
  return [...opcoes, { value: atual as (typeof PERIODOS)[number], label: filtros.entre(de, ate) }];
}
