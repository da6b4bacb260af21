// Qt Quick 3D: materials, lamps, a shadow, a transparent thing, instances and anti-aliasing. It writes what it shows as quick3d.png
// into the folder that is the last argument, and ends.
import QtQuick
import QtQuick.Window
import QtQuick3D

Window {
    width: 400; height: 300; visible: true; color: "black"

    View3D {
        id: view
        anchors.fill: parent
        environment: SceneEnvironment {
            clearColor: "#304050"; backgroundMode: SceneEnvironment.Color
            antialiasingMode: SceneEnvironment.MSAA; antialiasingQuality: SceneEnvironment.Medium
        }
        PerspectiveCamera { position: Qt.vector3d(0, 180, 420); eulerRotation.x: -20 }
        DirectionalLight {
            eulerRotation: Qt.vector3d(-50, 30, 0); castsShadow: true; brightness: 1.2
            shadowMapQuality: Light.ShadowMapQualityHigh
        }
        PointLight { position: Qt.vector3d(-150, 100, 150); color: "#80a0ff"; brightness: 2 }
        Model {
            source: "#Rectangle"; scale: Qt.vector3d(6, 6, 1); eulerRotation.x: -90; y: -50
            materials: PrincipledMaterial { baseColor: "#a09070"; roughness: 0.9 }
        }
        Model {
            source: "#Sphere"
            materials: PrincipledMaterial { baseColor: "#c04030"; metalness: 0.2; roughness: 0.3 }
        }
        Model {
            source: "#Cube"; x: 130; z: -40; eulerRotation.y: 30; scale: Qt.vector3d(0.8, 0.8, 0.8)
            materials: DefaultMaterial { diffuseColor: "#40a060"; specularAmount: 0.5 }
        }
        Model {
            source: "#Cylinder"; x: -130; opacity: 0.5
            materials: PrincipledMaterial { baseColor: "#4060d0"; metalness: 1; roughness: 0.4 }
        }
        Model {
            source: "#Cone"; scale: Qt.vector3d(0.3, 0.3, 0.3); y: -50
            instancing: InstanceList {
                instances: [
                    InstanceListEntry { position: Qt.vector3d(-60, 0, 120); color: "red" },
                    InstanceListEntry { position: Qt.vector3d(0, 0, 140); color: "yellow" },
                    InstanceListEntry { position: Qt.vector3d(60, 0, 120); color: "lime" }
                ]
            }
            materials: PrincipledMaterial { baseColor: "white" }
        }
    }
    Timer {
        interval: 3000; running: true
        onTriggered: view.grabToImage((result) => {
            const folder = Qt.application.arguments[Qt.application.arguments.length - 1];
            Qt.exit(result.saveToFile(folder + "/quick3d.png") ? 0 : 1);
        })
    }
}
