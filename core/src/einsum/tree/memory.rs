//! How much memory the intermediate tensors of a tree need.
//!
//! An intermediate exists from when it is computed until its parent is; while a node is computed, its
//! operands and its result exist. Inputs and the output are the caller's. So the peak depends on the order
//! in which nodes are computed.

use super::{Kind, Node, NodeId, Tree};
use crate::fallible::{Few, OutOfMemory, TryVec, try_collect, try_few, try_with_room};

/// Why nodes cannot be computed in an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OrderError {
    /// A node that is not one to compute, or was computed before.
    #[error("{node:?} at place {place} of the order: must be computed, and only once")]
    Again {
        /// The node.
        node: NodeId,
        /// Its place.
        place: usize,
    },
    /// A node before its operands.
    #[error("{node:?} at place {place} of the order: its operands must be before")]
    Early {
        /// The node.
        node: NodeId,
        /// Its place.
        place: usize,
    },
    /// An order without the output.
    #[error("{node:?} is not in the order: the tree's output must be")]
    Missing {
        /// The output.
        node: NodeId,
    },
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

says_out_of_memory!(OrderError);

impl Tree {
    /// The most elements of intermediate tensors that exist at a time, if nodes are computed in this order.
    ///
    /// # Errors
    /// [`OrderError`].
    pub fn peak(&self, order: impl IntoIterator<Item = NodeId>) -> Result<u64, OrderError> {
        let state = |kind| if matches!(kind, Kind::Input(_)) { State::Exists } else { State::Waits };
        let mut states = try_collect(self.nodes().map(|node| state(node.kind)))?;
        let (mut now, mut peak) = (0u64, 0);
        for (place, node) in order.into_iter().enumerate() {
            if states.get(node.0) != Some(&State::Waits) {
                return Err(OrderError::Again { node, place });
            }
            let operands = || self.node(node).into_iter().flat_map(|node| node.kind.children());
            if !operands().all(|operand| states.get(operand.0) == Some(&State::Exists)) {
                return Err(OrderError::Early { node, place });
            }
            now = now.saturating_add(self.intermediate(node));
            peak = peak.max(now);
            now = operands().fold(now, |now, operand| now.saturating_sub(self.intermediate(operand)));
            operands().for_each(|operand| set(&mut states, operand, State::Used));
            set(&mut states, node, State::Exists);
        }
        let node = self.root();
        if states.get(node.0) == Some(&State::Exists) { Ok(peak) } else { Err(OrderError::Missing { node }) }
    }

    /// An order in which the nodes can be computed: the one with the least peak of those that finish one
    /// operand before they begin the other.
    ///
    /// Of two operands, that comes first which needs more than it leaves. Cost: linear time.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn frugal(&self) -> Result<Few<NodeId, 1>, OutOfMemory> {
        // All below the root is from outside: there is one order.
        if self.nodes().rev().skip(1).all(|node| matches!(node.kind, Kind::Input(_))) {
            return try_few([self.root()]);
        }
        let mut needs = try_with_room(self.nodes.len())?;
        for node in self.nodes() {
            let [first, second] = self.by_need(node.kind, &needs);
            let need = |operand: Option<NodeId>| {
                operand.and_then(|operand| needs.get(operand.0)).copied().unwrap_or(0u64)
            };
            let left = |operand: Option<NodeId>| operand.map_or(0, |operand| self.intermediate(operand));
            let while_second = left(first).saturating_add(need(second));
            let at_last = left(first).saturating_add(left(second)).saturating_add(self.intermediate(node.id));
            needs.try_push(need(first).max(while_second).max(at_last))?;
        }
        let mut order = Few::new();
        let mut to_do = try_collect([(self.root(), false)])?;
        while let Some((node, is_ready)) = to_do.pop() {
            let Some(Node { kind, .. }) = self.node(node).filter(|node| !matches!(node.kind, Kind::Input(_)))
            else {
                continue;
            };
            if is_ready {
                order.try_push(node)?;
                continue;
            }
            to_do.try_push((node, true))?;
            let [first, second] = self.by_need(kind, &needs);
            to_do.try_extend([second, first].into_iter().flatten().map(|operand| (operand, false)))?;
        }
        Ok(order)
    }

    /// The operands in the order that needs less.
    fn by_need(&self, kind: Kind, needs: &[u64]) -> [Option<NodeId>; 2] {
        let mut children = kind.children();
        let pair = [children.next(), children.next()];
        let [Some(first), Some(second)] = pair else { return pair };
        let beyond = |operand: NodeId| {
            needs.get(operand.0).copied().unwrap_or(0).saturating_sub(self.intermediate(operand))
        };
        if beyond(second) > beyond(first) { [Some(second), Some(first)] } else { pair }
    }

    /// The elements of a node, if it is an intermediate tensor.
    pub(in crate::einsum) fn intermediate(&self, id: NodeId) -> u64 {
        let node = self.node(id).filter(|node| id != self.root() && !matches!(node.kind, Kind::Input(_)));
        node.map_or(0, |node| node.elements)
    }
}

/// Whether a tensor is still to be computed, in memory, or used up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Waits,
    Exists,
    Used,
}

fn set(states: &mut [State], node: NodeId, state: State) {
    if let Some(slot) = states.get_mut(node.0) {
        *slot = state;
    }
}
