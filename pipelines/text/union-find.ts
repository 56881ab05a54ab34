// Union-find: groups that merge when two of their members are joined.

export interface UnionFind {
  /** The member that represents this one's group. */
  readonly rootOf: (member: number) => number;
  readonly join: (a: number, b: number) => void;
  /** Groups of two or more, each ascending, in the order of their first members. */
  readonly groups: () => number[][];
}

/** Starts with `count` members (0 … count-1), each in its own group. Takes 4 bytes per member. */
export function createUnionFind(count: number): UnionFind {
  const parent = Int32Array.from({ length: count }, (_, member) => member);
  const rootOf = (member: number): number => {
    let node = member;
    while (parent[node] !== node) {
      const parentNode = parent[node] as number;
      parent[node] = parent[parentNode] as number;
      node = parent[node] as number;
    }
    return node;
  };
  const join = (a: number, b: number) => {
    const [smaller, larger] = [rootOf(a), rootOf(b)].sort((x, y) => x - y) as [number, number];
    parent[larger] = smaller;
  };
  const groups = () => {
    const byRoot = new Map<number, number[]>();
    for (let member = 0; member < count; member++) {
      const group = byRoot.get(rootOf(member));
      if (group) group.push(member);
      else byRoot.set(member, [member]);
    }
    return [...byRoot.values()].filter(group => group.length > 1);
  };
  return { rootOf, join, groups };
}
