// A window of Qt Quick, of Qt 5 and of Qt 6, with what its renderers make of OpenGL: batches of rectangles, pictures and
// texts, clips by scissor and stencil, layers, gradients, shapes, canvases and particles. It writes what it shows as
// quick.png into the folder that is the last argument, and ends.
import QtQuick 2.15
import QtQuick.Window 2.15
import QtQuick.Shapes 1.15
import QtQuick.Controls 2.15

Window {
    width: 480; height: 360; visible: true; color: "#203040"

    Item {
        id: all
        anchors.fill: parent

        Rectangle {
            width: 480; height: 360
            gradient: Gradient {
                GradientStop { position: 0; color: "#304060" }
                GradientStop { position: 1; color: "#102030" }
            }
        }
        Grid {
            x: 10; y: 10; columns: 8; spacing: 3
            Repeater {
                model: 32
                Rectangle {
                    width: 18; height: 18; radius: index % 8; rotation: index * 5
                    color: Qt.hsla(index / 32, 0.7, 0.6, 1); border.color: "white"; border.width: index % 3
                    antialiasing: true
                }
            }
        }
        Item { // cut by the stencil buffer
            x: 20; y: 110; width: 120; height: 70; rotation: 20; clip: true
            Rectangle { anchors.fill: parent; color: "#605040" }
            Text { text: "cut off at its edges"; font.pixelSize: 22; color: "yellow"; x: -20; y: 20; renderType: Text.QtRendering }
        }
        Item { // a layer: overlapping parts fade as one
            x: 170; y: 100; width: 120; height: 90; opacity: 0.5; layer.enabled: true; layer.smooth: true; rotation: -10
            Rectangle { width: 70; height: 60; color: "orange" }
            Rectangle { x: 40; y: 20; width: 70; height: 60; color: "teal"; radius: 20; antialiasing: true }
        }
        Shape {
            x: 320; y: 10; width: 150; height: 150
            ShapePath {
                strokeColor: "white"; strokeWidth: 4; joinStyle: ShapePath.RoundJoin
                fillGradient: RadialGradient {
                    centerX: 70; centerY: 70; centerRadius: 70; focalX: 50; focalY: 50
                    GradientStop { position: 0; color: "#ffe080" }
                    GradientStop { position: 1; color: "#a03020" }
                }
                startX: 70; startY: 5
                PathLine { x: 110; y: 130 }
                PathLine { x: 5; y: 50 }
                PathLine { x: 135; y: 50 }
                PathLine { x: 30; y: 130 }
                PathLine { x: 70; y: 5 }
            }
        }
        Shape {
            x: 20; y: 210; width: 150; height: 120
            ShapePath {
                strokeColor: "lime"; strokeWidth: 3; fillColor: "transparent"; strokeStyle: ShapePath.DashLine; dashPattern: [3, 2]
                startX: 10; startY: 100
                PathCubic { x: 140; y: 100; control1X: 20; control1Y: -60; control2X: 130; control2Y: 200 }
            }
        }
        Canvas {
            x: 180; y: 210; width: 130; height: 130
            onPaint: {
                const c = getContext("2d");
                for (let i = 0; i < 12; ++i) {
                    c.strokeStyle = Qt.hsla(i / 12, 1, 0.6, 1);
                    c.lineWidth = 1 + i / 4;
                    c.beginPath();
                    c.arc(65, 65, 8 + i * 4.5, i * 0.5, i * 0.5 + 4);
                    c.stroke();
                }
            }
        }
        Column {
            x: 330; y: 180; spacing: 6
            Text { text: "Distance fields"; color: "white"; font.pixelSize: 18; style: Text.Outline; styleColor: "#803030" }
            Text { text: "native"; color: "#80ff80"; font.pixelSize: 14; renderType: Text.NativeRendering }
            Slider { value: 0.6; width: 130 }
            ProgressBar { value: 0.4; width: 130 }
            CheckBox { checked: true; text: "checked" }
        }
    }
    Timer {
        interval: 1500; running: true
        onTriggered: all.grabToImage((result) => {
            const folder = Qt.application.arguments[Qt.application.arguments.length - 1];
            Qt.exit(result.saveToFile(folder + "/quick.png") ? 0 : 1);
        })
    }
}
