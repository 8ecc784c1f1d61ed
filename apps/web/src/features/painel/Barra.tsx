import type { Dia } from "@malote/syntax";
import { formatDocumento } from "@malote/syntax";
import { IconCalendar, IconChevronDown, IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { empresasQuery } from "../../rpc/empresas.ts";
import type { Agrupamento } from "../../rpc/painel.ts";
import { painel as textos } from "../../textos/painel.ts";
import { Botao } from "../../ui/Botao.tsx";
import { Depois } from "../../ui/Depois.tsx";
import { formatHora } from "../../ui/quando.ts";
import { SelecaoCampo } from "../../ui/SelecaoCampo.tsx";
import classes from "./Barra.module.css";
import { countDias, type Filtro, formatRange, rangeOf } from "./filtro.ts";
import { Segmentos } from "./Segmentos.tsx";

const PeriodoMenu = lazy(async () => ({ default: (await import("./PeriodoMenu.tsx")).PeriodoMenu }));

/** Filter bar of the painel: received or issued, period and company. */
export function Barra(props: {
  filtro: Filtro;
  onChange: (filtro: Filtro) => void;
  hoje: Dia;
  zona: string;
  grupo: Agrupamento;
  /** Time of the last count, in ms; 0 before the first. */
  contadoEm: number;
}): React.JSX.Element {
  const { filtro, onChange, hoje, zona, grupo, contadoEm } = props;
  const range = rangeOf(filtro.periodo, hoje);
  const { data: empresas = [] } = useQuery(empresasQuery);
  const datas = formatRange(range);
  const dias = `${textos.periodo.duracao(countDias(range))}, ${textos.periodo.por[grupo]}`;
  const empresa = empresas.find(({ cnpj }) => cnpj === filtro.empresa);
  return (
    <>
      <div className={classes.barra}>
        <Segmentos
          rotulo={textos.papeis.rotulo}
          valor={filtro.papel}
          opcoes={(["E", "S"] as const).map((valor) => ({ valor, rotulo: textos.papeis[valor] }))}
          onChange={(papel) => onChange({ ...filtro, papel })}
        />
        <Depois
          botao={
            <Botao
              aria-label={textos.periodo.botao(datas, dias)}
              icone={<IconCalendar size={16} stroke={1.6} aria-hidden="true" />}
              fim={<IconChevronDown size={16} stroke={1.6} aria-hidden="true" />}
            >
              <span className="num">{datas}</span>
              <span className={classes.dias}>{dias}</span>
            </Botao>
          }
        >
          {(botao, aberto) => (
            <PeriodoMenu
              botao={botao}
              aberto={aberto}
              periodo={filtro.periodo}
              hoje={hoje}
              onChange={(periodo) => onChange({ ...filtro, periodo })}
            />
          )}
        </Depois>
        <div className={classes.empresa}>
          <SelecaoCampo
            rotulo={textos.empresa.rotulo}
            valor={filtro.empresa}
            vazio={{ value: "", label: textos.empresa.todas }}
            opcoes={empresas.map(({ cnpj, nome }) => ({ value: cnpj, label: nome }))}
            onChange={(next) => onChange({ ...filtro, empresa: next })}
          />
        </div>
        <div className={classes.fim}>
          <p className={`${classes.hora} t-rotulo num`}>
            {contadoEm > 0 && textos.atualizado(formatHora(new Date(contadoEm), zona))}
          </p>
          <button type="button" className="icone" aria-label={textos.imprimir} onClick={() => window.print()}>
            <IconPrinter size={18} stroke={1.6} aria-hidden="true" />
          </button>
        </div>
      </div>
      <p className={classes.papel}>
        {[
          textos.papeis[filtro.papel],
          `${datas} (${dias})`,
          filtro.empresa ? (empresa?.nome ?? formatDocumento(filtro.empresa)) : textos.empresa.todas,
        ].join(" · ")}
      </p>
    </>
  );
}
