import type { ResultOf } from "@malote/contract";
import { exampleId, listOf, NOW } from "./conta-examples.ts";
import { type Answers, Refused } from "./fake-server.ts";

export type View = ResultOf<"Visao.getVisao">["object"];

export function exampleView(part: Partial<View> = {}): View {
  return {
    id: exampleId(91),
    lista: "recebidos",
    nome: "Divergentes",
    busca: "emissao=tudo&erp=todos&situacao=divergente",
    colunas: "",
    densidade: null,
    compartilhada: false,
    dono: "Marina Prado",
    propria: true,
    alteravel: true,
    padrao: false,
    alteradaEm: NOW,
    ...part,
  };
}

/** A server that stores saved views, all of the user but those that say otherwise. */
export function viewAnswers(stored: View[] = []): Answers {
  const change = (id: string, part: Partial<View>): View => {
    const at = stored.findIndex((each) => each.id === id);
    const found = stored[at];
    if (!found) throw new Refused("Visão não encontrada.");
    const changed = { ...found, ...part };
    stored[at] = changed;
    return changed;
  };
  return {
    "Visao.getListVisao": () => listOf([...stored]),
    "Visao.saveVisao": ({ visao: { id, densidade = null, ...visao } }) => {
      if (id) return { object: change(id, { ...visao, densidade }) };
      const added = exampleView({ ...visao, densidade, id: exampleId(900 + stored.length) });
      stored.push(added);
      return { object: added };
    },
    "Visao.deleteVisao": ({ id }) => {
      stored.splice(
        stored.findIndex((each) => each.id === id),
        1,
      );
      return {};
    },
    "Visao.setPadrao": ({ lista, id }) => {
      for (const each of stored) if (each.lista === lista) change(each.id, { padrao: each.id === id });
      return {};
    },
    "Visao.importVisoes": ({ lista, visoes, padrao }) => {
      for (const each of visoes) {
        if (stored.some(({ id }) => id === each.id)) continue;
        const { densidade = null } = each;
        stored.push(exampleView({ ...each, densidade, lista, padrao: each.id === padrao }));
      }
      return listOf([...stored]);
    },
  };
}
