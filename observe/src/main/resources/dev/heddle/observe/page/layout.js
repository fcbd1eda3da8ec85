// Where the nodes of a graph of waits stand. Each node has at most one next, so a group of nodes
// that hang together has one end: a node without a next, drawn at the right, or a ring, drawn as one.

const COLUMN = 190;
const ROW = 38;
const GAP = 36;

/**
 * @param nodes [{next, before, width}]
 * @returns {nodes, arrows, width, height}; nodes got x and y
 */
export function layOut(nodes) {
  const drawn = new Set(nodes);
  const groups = ends(nodes).map((end) => (end.length > 1 ? ring(end, drawn) : tree(end[0], drawn)));
  groups.sort((a, b) => Number(b.bad) - Number(a.bad) || b.height - a.height);
  let x = 0;
  let y = 0;
  let tallest = 0;
  let width = 0;
  for (const group of groups) {
    if (x > 0 && x + group.width > 1200) {
      x = 0;
      y += tallest + GAP;
      tallest = 0;
    }
    group.nodes.forEach((node) => {
      node.x += x;
      node.y += y;
    });
    x += group.width + GAP;
    width = Math.max(width, x);
    tallest = Math.max(tallest, group.height);
  }
  return {nodes, arrows: nodes.filter((node) => node.next).map(arrow), width: Math.max(width, 1), height: y + tallest};
}

/** The end of each group: a node without a next, or the nodes of a ring in order. */
function ends(nodes) {
  const found = [];
  const seen = new Set();
  for (const start of nodes) {
    const path = [];
    let node = start;
    while (node && !seen.has(node)) {
      seen.add(node);
      path.push(node);
      node = node.next;
    }
    if (!node) {
      found.push([path.at(-1)]);
    } else if (path.includes(node)) {
      found.push(path.slice(path.indexOf(node)));
    }
  }
  return found;
}

const before = (node, drawn, not) => node.before.filter((one) => drawn.has(one) && !not.has(one));

function tree(root, drawn) {
  const nodes = [];
  let row = 0;
  let depth = 0;
  const place = (node, level) => {
    nodes.push(node);
    depth = Math.max(depth, level);
    node.level = level;
    const children = before(node, drawn, new Set());
    if (children.length === 0) {
      node.y = row++ * ROW + ROW / 2;
    } else {
      children.forEach((child) => place(child, level + 1));
      node.y = (children[0].y + children.at(-1).y) / 2;
    }
  };
  place(root, 0);
  nodes.forEach((node) => {
    node.x = (depth - node.level) * COLUMN + COLUMN / 2;
  });
  return {nodes, width: (depth + 1) * COLUMN, height: row * ROW, bad: nodes.some((node) => node.bad)};
}

/** A ring, and around it who waits for somebody in it. */
function ring(members, drawn) {
  const inRing = new Set(members);
  const nodes = [...members];
  const radius = Math.max(70, (members.length * 46) / Math.PI);
  members.forEach((node, i) => {
    node.angle = (2 * Math.PI * i) / members.length - Math.PI / 2;
    node.far = radius;
  });
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    const children = before(node, drawn, inRing);
    const room = inRing.has(node) ? (2 * Math.PI) / members.length : node.room / 1.2;
    children.forEach((child, place) => {
      child.room = room / children.length;
      child.angle = node.angle + room * ((place + 0.5) / children.length - 0.5);
      child.far = node.far + 74;
      nodes.push(child);
    });
  }
  nodes.forEach((node) => {
    node.x = Math.cos(node.angle) * node.far * 1.7;
    node.y = Math.sin(node.angle) * node.far;
  });
  const left = Math.min(...nodes.map((node) => node.x - node.width / 2)) - 4;
  const top = Math.min(...nodes.map((node) => node.y)) - 18;
  nodes.forEach((node) => {
    node.x -= left;
    node.y -= top;
  });
  return {
    nodes,
    width: Math.max(...nodes.map((node) => node.x + node.width / 2)) + 4,
    height: Math.max(...nodes.map((node) => node.y)) + 18,
    bad: true,
  };
}

/** From the edge of a box to the edge of the next: straight in a ring, bent in a tree. */
function arrow(node) {
  const {next} = node;
  const bad = node.bad && next.bad;
  if (node.level === undefined) {
    const from = edge(node, next);
    const to = edge(next, node);
    return {path: `M${from.x} ${from.y}L${to.x} ${to.y}`, bad};
  }
  const left = node.x + node.width / 2 + 1;
  const right = next.x - next.width / 2 - 1;
  const bend = (right - left) / 2;
  return {path: `M${left} ${node.y}C${left + bend} ${node.y} ${right - bend} ${next.y} ${right} ${next.y}`, bad};
}

function edge(box, towards) {
  const dx = towards.x - box.x;
  const dy = towards.y - box.y;
  const part = Math.min(
      dx === 0 ? Infinity : (box.width / 2 + 1) / Math.abs(dx), dy === 0 ? Infinity : 14 / Math.abs(dy));
  return {x: box.x + dx * part, y: box.y + dy * part};
}
