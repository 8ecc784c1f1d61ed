import { VEREDITO_ROTULO } from "@malote/contract";
import { formatTipoNota, TIPOS_NOTA, UFS } from "@malote/syntax";
import { NativeSelect, Popover } from "@mantine/core";
import { filtros } from "../../textos/filtros.ts";
import classes from "./FiltroCampos.module.css";
import { type Filtro, MANIFESTACOES, PERIODOS, type Periodo, VEREDITOS_NOTA } from "./filtro.ts";

type Opcao = { value: string; label: string };

const MARCAS = ["erp", "recebido", "conferido"] as const;
const TIPO_OPCOES: Opcao[] = [
  { value: "", label: filtros.todos },
  ...TIPOS_NOTA.map((tipo) => ({ value: tipo, label: formatTipoNota(tipo) })),
];
const UF_OPCOES: Opcao[] = [
  { value: "", label: filtros.todas },
  ...UFS.map(({ sigla }) => ({ value: sigla, label: sigla })),
];
const VEREDITO_OPCOES: Opcao[] = [
  { value: "", label: filtros.todos },
  ...VEREDITOS_NOTA.map((veredito) => ({ value: veredito, label: VEREDITO_ROTULO[veredito] })),
];
const SITUACAO_OPCOES: Opcao[] = [
  { value: "", label: filtros.todas },
  { value: "quarentena", label: filtros.situacoes.quarentena },
];
const MANIFESTACAO_OPCOES: Opcao[] = [
  { value: "", label: filtros.todas },
  ...MANIFESTACOES.map((status) => ({ value: String(status), label: filtros.manifestacoes[status] })),
];
const TERCEIROS_OPCOES: Opcao[] = [
  { value: "", label: filtros.terceiros.fora },
  { value: "sim", label: filtros.terceiros.inclui },
];

/** The filters most used, in a panel under their button. */
export function FiltroCampos(props: {
  filtro: Filtro;
  onChange: (filtro: Filtro) => void;
  botao: React.ReactElement;
  aberto: boolean;
}): React.JSX.Element {
  return (
    <Popover position="bottom-end" shadow="md" width={360} trapFocus returnFocus defaultOpened={props.aberto}>
      <Popover.Target>{props.botao}</Popover.Target>
      <Popover.Dropdown className={classes.painel} aria-label={filtros.filtrar}>
        <Campos filtro={props.filtro} onChange={props.onChange} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Campos(props: { filtro: Filtro; onChange: (filtro: Filtro) => void }): React.JSX.Element {
  const { filtro, onChange } = props;
  const put = (part: Partial<Filtro>): void => onChange({ ...filtro, ...part });
  return (
    <div className={classes.grade}>
      <Escolha
        rotulo={filtros.campos.emissao}
        valor={filtro.emissao}
        opcoes={periodoOpcoes(filtro.emissao)}
        onChange={(valor) => put({ emissao: valor as Periodo })}
      />
      <Escolha
        rotulo={filtros.campos.tipo}
        valor={filtro.tipos[0] ?? ""}
        opcoes={TIPO_OPCOES}
        onChange={(valor) => put({ tipos: TIPOS_NOTA.filter((tipo) => tipo === valor) })}
      />
      <Escolha
        rotulo={filtros.campos.uf}
        valor={filtro.uf}
        opcoes={UF_OPCOES}
        onChange={(uf) => put({ uf })}
      />
      <Escolha
        rotulo={filtros.campos.veredito}
        valor={filtro.vereditos[0] ?? ""}
        opcoes={VEREDITO_OPCOES}
        onChange={(valor) => put({ vereditos: VEREDITOS_NOTA.filter((veredito) => veredito === valor) })}
      />
      <Escolha
        rotulo={filtros.campos.situacao}
        valor={filtro.quarentena ? "quarentena" : ""}
        opcoes={SITUACAO_OPCOES}
        onChange={(valor) => put({ quarentena: valor === "quarentena" })}
      />
      <Escolha
        rotulo={filtros.campos.manifestacao}
        valor={String(filtro.manifestacao)}
        opcoes={MANIFESTACAO_OPCOES}
        onChange={(valor) =>
          put({ manifestacao: MANIFESTACOES.find((status) => String(status) === valor) ?? "" })
        }
      />
      <Escolha
        rotulo={filtros.campos.terceiros}
        valor={filtro.terceiros ? "sim" : ""}
        opcoes={TERCEIROS_OPCOES}
        onChange={(valor) => put({ terceiros: valor === "sim" })}
      />
      {MARCAS.map((marca) => (
        <Escolha
          key={marca}
          rotulo={filtros.campos[marca]}
          valor={filtro[marca]}
          opcoes={marcaOpcoes(marca)}
          onChange={(valor) => put({ [marca]: valor })}
        />
      ))}
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

function marcaOpcoes(marca: (typeof MARCAS)[number]): Opcao[] {
  const { sim, nao } = filtros.marcas[marca];
  return [
    { value: "todos", label: filtros.todos },
    { value: "nao", label: nao },
    { value: "sim", label: sim },
  ];
}
